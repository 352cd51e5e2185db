import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "./browser.ts";
import { createClient } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const PASSWORD = "correct horse battery staple";

let product: TestProduct;
let workspace: TestWorkspace;
beforeAll(async () => {
	product = await startProduct({ transport: "grpc" });
	workspace = await product.createWorkspace();
});
afterAll(() => product.stop());

/** The link in the newest mail to this address. */
async function mailedLink(address: string): Promise<string> {
	await product.nextMailTo(address);
	const { text } = product.mailsTo(address).at(-1)!;
	const plain = text.replaceAll("=\r\n", "").replaceAll("=3D", "=");
	return /#link=([\w-]{43})/.exec(plain)![1]!;
}

async function invited(number: number, role: string) {
	const agent = workspace.agents[number]!;
	const response = await workspace.api.post(`/v1/agents/${agent.id}/invite`, {
		role,
	});
	expect(response.body).toMatchObject({ agent_id: agent.id, role });
	const browser = createBrowser(product.url);
	const link = await mailedLink(agent.email);
	await browser.post("/auth/links", { link, password: PASSWORD });
	return { agent, browser };
}

describe("an invited agent", () => {
	it("sets a password by the mail, and writes messages as itself", async () => {
		const { agent, browser } = await invited(1, "agent");
		const ticket = await workspace.api.post("/v1/tickets", {
			subject: "Help",
			body: "Please",
			contact: { email: "a@customer.example" },
		});
		const { id } = ticket.body;
		const note = await browser.post(`/v1/tickets/${id}/messages`, {
			type: "note",
			body: "Looking into it",
		});
		expect(note.body.author).toMatchObject({ type: "agent", id: agent.id });
		await expect
			.poll(async () => {
				const events = await browser.get(`/v1/tickets/${id}/events`);
				return events.body.data.find(
					({ data }: { data: { object: { type: string } } }) =>
						data.object.type === "note",
				)?.actor;
			})
			.toEqual({ type: "agent", id: agent.id });
	});

	it("forgets its password, and sets another by mail", async () => {
		const { agent } = await invited(2, "agent");
		const before = product.mailsTo(agent.email).length;
		const browser = createBrowser(product.url);
		for (const email of ["unknown@support.example", agent.email]) {
			const { status, body } = await browser.post("/auth/forgotten-password", {
				email,
			});
			expect([status, body]).toEqual([202, { requested: true }]);
		}
		await expect
			.poll(() => product.mailsTo(agent.email).length)
			.toBe(before + 1);
		const link = await mailedLink(agent.email);
		const { status } = await browser.post("/auth/links", {
			link,
			password: "another long password",
		});
		expect(status).toBe(200);
		expect(product.mailsTo("unknown@support.example")).toEqual([]);
	});

	it("is written to in the language of the console that asks for it", async () => {
		const { id, email } = workspace.agents[2]!;
		const newest = async (count: number) => {
			await expect.poll(() => product.mailsTo(email).length).toBe(count);
			return product.mailsTo(email).at(-1)!.text;
		};
		const before = product.mailsTo(email).length;
		await workspace.api.post(`/v1/agents/${id}/invite`, { language: "de" });
		expect(await newest(before + 1)).toMatch(/Sie sind eingeladen/);
		await workspace.api.post(`/v1/agents/${id}/invite`, {});
		expect(await newest(before + 2)).toMatch(/You have been invited/);
		const browser = createBrowser(product.url);
		await browser.post("/auth/forgotten-password", { email, language: "de" });
		expect(await newest(before + 3)).toMatch(/neues Passwort angefordert/);
		const { status } = await browser.post("/auth/forgotten-password", {
			email,
			language: "fr",
		});
		expect(status).toBe(400);
	});
});

describe("an admin", () => {
	it("creates keys, changes roles and reads what happened", async () => {
		const { browser } = await invited(0, "admin");
		const key = await browser.post("/v1/keys", {
			name: "From the console",
			scopes: ["tickets:read"],
		});
		expect(key.status).toBe(201);
		expect(key.body).toMatchObject({
			plan: "scale",
			owner_id: workspace.agents[0]!.id,
		});
		const { id } = workspace.agents[1]!;
		const changed = await browser.patch(`/v1/accounts/${id}`, {
			role: "admin",
		});
		expect(changed.body.role).toBe("admin");
		await browser.patch(`/v1/accounts/${id}`, { role: "agent" });
		const events = await browser.get("/v1/audit-events?limit=5");
		expect(events.body.data[0]).toMatchObject({
			type: "role_changed",
			role: "agent",
			agent_id: id,
			actor_id: workspace.agents[0]!.id,
		});
		expect(events.body.has_more).toBe(true);
		const next = await browser.get(
			`/v1/audit-events?limit=5&cursor=${events.body.next_cursor}`,
		);
		expect(next.body.data).toHaveLength(5);
	});

	it("reads who deactivated an account, and who activated it again", async () => {
		const { agent } = await invited(2, "agent");
		const path = `/v1/agents/${agent.id}`;
		// The second repetition changes nothing of the account.
		for (const deactivated of [true, true, false]) {
			const { status } = await workspace.api.patch(path, { deactivated });
			expect(status).toBe(200);
		}
		const me = await workspace.api.get("/v1/me");
		const events = await workspace.api.get("/v1/audit-events?limit=3");
		expect(
			events.body.data.map(
				(each: { type: string; agent_id: string; actor_id: string }) => [
					each.type,
					each.agent_id,
					each.actor_id,
				],
			),
		).toEqual([
			["reactivated", agent.id, me.body.key.id],
			["deactivated", agent.id, me.body.key.id],
			["signed_in", agent.id, agent.id],
		]);
	});

	it("is made by no key that has less", async () => {
		const weak = await product.createKey(
			workspace,
			"workspace:read,workspace:write,tickets:read",
		);
		const { id } = workspace.agents[1]!;
		for (const role of ["admin", "agent"]) {
			const { status, body } = await weak.post(`/v1/agents/${id}/invite`, {
				role,
			});
			expect([status, body.error.code]).toEqual([422, "scope_not_held"]);
		}
	});

	it("deactivates an agent, whose sessions end", async () => {
		const created = await workspace.api.post("/v1/agents", {
			name: "Dora",
			email: "dora@support.example",
		});
		const { id, email } = created.body;
		await workspace.api.post(`/v1/agents/${id}/invite`, {});
		const link = await mailedLink(email);
		const browser = createBrowser(product.url);
		await browser.post("/auth/links", { link, password: PASSWORD });
		expect((await browser.get("/v1/me")).status).toBe(200);
		await workspace.api.delete(`/v1/agents/${id}`);
		expect((await browser.get("/v1/me")).status).toBe(401);
		const again = await browser.post("/auth/sign-in", {
			email,
			password: PASSWORD,
		});
		expect(again.status).toBe(401);
		const invitation = await workspace.api.post(`/v1/agents/${id}/invite`, {});
		expect(invitation.status).toBe(422);
	});
});

it("ends the event stream of a session that ended within five seconds", async () => {
	const browser = createBrowser(product.url);
	const { email } = workspace.agents[0]!;
	await browser.post("/auth/sign-in", { email, password: PASSWORD });
	const stream = await browser.raw("GET", "/v1/events/stream");
	expect(stream.status).toBe(200);
	const ended = stream.text();
	const startedAt = performance.now();
	await browser.post("/auth/sign-out");
	await ended;
	expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it("names the key that did something, after its end too", async () => {
	const { id } = workspace.agents[2]!;
	const { api } = workspace;
	const { body: key } = await api.post("/v1/keys", {
		name: "Deploy bot",
		scopes: [...SCOPES],
	});
	const bot = createClient(product.url, key.secret);
	expect((await bot.post(`/v1/agents/${id}/invite`, {})).status).toBe(200);
	await api.post(`/v1/keys/${key.id}/revoke`);
	await api.post(`/v1/agents/${id}/invite`, {});
	const { body } = await api.get("/v1/audit-events", {
		agent_id: id,
		limit: "2",
	});
	const { body: me } = await api.get("/v1/me");
	expect(body.data).toMatchObject([
		{ actor_id: me.key.id, actor_key_name: me.key.masked },
		{ actor_id: key.id, actor_key_name: "Deploy bot" },
	]);
});

it("shows no account of another workspace", async () => {
	const other = await product.createWorkspace();
	const { id } = workspace.agents[0]!;
	const { status, body } = await other.api.get(`/v1/accounts/${id}`);
	expect([status, body.error.code]).toEqual([404, "account_not_found"]);
	expect((await other.api.get("/v1/accounts")).body.data).toEqual([]);
	expect((await other.api.get("/v1/audit-events")).body.data).toEqual([]);
});
