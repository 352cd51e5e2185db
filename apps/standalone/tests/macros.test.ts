import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const UNKNOWN = "mcr_01h2xcejqtf2nbrexx3vqjhp41";

describe.each(TRANSPORTS)("macros over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let other: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		other = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	const create = async (fields: object, as = api) => {
		const { status, body } = await as.post("/v1/macros", {
			name: "M",
			...fields,
		});
		expect([status, body.error]).toEqual([201, undefined]);
		return body;
	};
	const messagesOf = async (id: string) =>
		(await api.get(`/v1/tickets/${id}/messages`)).body.data;

	it("creates, changes, lists and deletes a macro", async () => {
		const fields = {
			name: "Refund",
			body: "Hello {{contact.name}}",
			type: "note",
			changes: { status: "resolved", tags: ["a", "a"], assignee_id: null },
		};
		const headers = { "idempotency-key": crypto.randomUUID() };
		const created = await api.post("/v1/macros", fields, headers);
		const { id } = created.body;
		expect(created.headers.get("location")).toBe(`/v1/macros/${id}`);
		expect(created.body).toEqual({
			...fields,
			id: expect.stringMatching(/^mcr_/),
			changes: { ...fields.changes, tags: ["a"] },
			created_at: expect.any(String),
			updated_at: expect.any(String),
		});
		const again = await api.post("/v1/macros", fields, headers);
		expect(again.text).toBe(created.text);
		const path = `/v1/macros/${id}`;
		expect((await api.patch(path, {})).body).toEqual(created.body);
		const changed = await api.patch(path, {
			body: null,
			changes: { priority: "low" },
		});
		expect(changed.body).toEqual({
			...created.body,
			body: null,
			changes: { priority: "low" },
			updated_at: expect.any(String),
		});
		expect((await api.get(path)).body).toEqual(changed.body);
		const refused = await api.patch(path, { changes: {} });
		expect(refused.body).toEqual(
			expectedError("invalid_request", "missing_parameter", "body"),
		);
		await create({ name: "Aardvark", body: "x" });
		const page = (await api.get("/v1/macros", { limit: 1 })).body;
		expect(page.data[0].name).toBe("Aardvark");
		const cursor = page.next_cursor;
		const next = (await api.get("/v1/macros", { limit: 1, cursor })).body;
		expect(next.data).toEqual([changed.body]);
		expect((await api.delete(path)).body).toEqual({ id, deleted: true });
		expect((await api.get(path)).body).toEqual(
			expectedError("not_found", "macro_not_found"),
		);
	});

	it.each([
		[{ body: "{{contact.nam}}" }, 400, "invalid_parameter", "body"],
		[{ body: "{{__proto__}}" }, 400, "invalid_parameter", "body"],
		[{}, 400, "missing_parameter", "body"],
		[{ changes: {} }, 400, "missing_parameter", "body"],
		[{ body: "x", type: "inbound" }, 400, "invalid_parameter", "type"],
		[
			{ changes: { status: "archived" } },
			400,
			"invalid_parameter",
			"changes.status",
		],
		[{ changes: { colour: 1 } }, 400, "unknown_parameter", "changes.colour"],
		[
			{ changes: { assignee_id: "usr_01h2xcejqtf2nbrexx3vqjhp41" } },
			422,
			"assignee_not_found",
			"assignee_id",
		],
	])("refuses %j", async (fields, status, code, param) => {
		const refused = await api.post("/v1/macros", { name: "M", ...fields });
		expect([
			refused.status,
			refused.body.error.code,
			refused.body.error.param,
		]).toEqual([status, code, param]);
	});

	it("shows what a macro would do, and changes nothing", async () => {
		const ticket = await createTicket(api);
		const { id } = await create({
			body: "{{ticket.status}} {{agent.name}} {{assignee.name}}",
			changes: { status: "pending", assignee_id: workspace.agents[1]!.id },
		});
		const path = `/v1/tickets/${ticket.id}`;
		const before = (await api.get(path)).text;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const applied = await api.post(
			`${path}/macros/${id}?preview=true`,
			{},
			headers,
		);
		expect(applied.status).toBe(200);
		expect(applied.body.message).toEqual({
			id: null,
			type: "outbound",
			body: "pending Ann Bob",
			body_text: "pending Ann Bob",
			body_format: "text",
			author: { type: "agent", ...workspace.agents[0] },
		});
		expect(applied.body.ticket).toMatchObject({
			status: "pending",
			assignee: workspace.agents[1],
		});
		expect((await api.get(path)).text).toBe(before);
		expect(await messagesOf(ticket.id)).toHaveLength(1);
		// The key of a preview is free for the application.
		const done = await api.post(`${path}/macros/${id}`, {}, headers);
		expect(done.headers.get("idempotent-replayed")).toBeNull();
		expect(done.body.ticket.status).toBe("pending");
	});

	it("sends the text and makes the changes at once, and once for each idempotency key", async () => {
		const ticket = await createTicket(api, { tags: ["old"] });
		const { id } = await create({
			body: "Hello {{contact.name}}, {{ticket.id}} is {{ticket.status}}.",
			changes: { status: "resolved", priority: "high", tags: ["new", "old"] },
		});
		const path = `/v1/tickets/${ticket.id}`;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const responses = await Promise.all(
			Array.from({ length: 5 }, () =>
				api.post(`${path}/macros/${id}`, undefined, headers),
			),
		);
		expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
		const { ticket: after, message } = responses[0]!.body;
		expect(after).toMatchObject({
			status: "resolved",
			priority: "high",
			tags: ["old", "new"],
			resolved_at: expect.any(String),
		});
		const body = `Hello ${ticket.contact.name}, ${ticket.id} is resolved.`;
		expect(message).toMatchObject({ type: "outbound", body });
		expect((await api.get(path)).body).toEqual(after);
		const messages = await messagesOf(ticket.id);
		expect(messages).toHaveLength(2);
		expect(messages[1]).toMatchObject({ id: message.id, body });
		expect((await product.nextMail(message.id)).text).toContain(
			`Hello ${ticket.contact.name}`,
		);
		const events = await product.eventsOf("tickets", workspace.id, ticket.id);
		const updated = events.filter(({ type }) => type === "ticket.updated");
		expect(updated.length).toBeGreaterThan(0);
	});

	it("writes a note that no customer gets", async () => {
		const ticket = await createTicket(api);
		const { id } = await create({ body: "Called back.", type: "note" });
		const { body } = await api.post(`/v1/tickets/${ticket.id}/macros/${id}`);
		expect(body.message.type).toBe("note");
		expect((await messagesOf(ticket.id))[1]).toMatchObject({
			id: body.message.id,
			status: "posted",
		});
		expect(product.mailsOf(body.message.id)).toEqual([]);
	});

	it("brings no HTML of a customer into a message", async () => {
		const ticket = await createTicket(api, {
			subject: "<script>alert(1)</script><b>{{agent.email}}</b>",
		});
		const { id } = await create({ body: "About: {{ticket.subject}}" });
		const html = await create({ body: "<p>About: {{ticket.subject}}</p>" });
		const path = `/v1/tickets/${ticket.id}/macros`;
		const text = (await api.post(`${path}/${id}?preview=true`)).body.message;
		expect(text.body_format).toBe("text");
		expect(text.body).toContain("{{agent.email}}");
		const shown = (await api.post(`${path}/${html.id}?preview=true`)).body
			.message;
		expect(shown.body).not.toMatch(/<script|<b>/);
		expect(shown.body_text).toContain("<b>{{agent.email}}</b>");
	});

	it("changes nothing when a part of it is refused", async () => {
		const own = await product.createWorkspace();
		const bob = own.agents[1]!.id;
		const ticket = await createTicket(own.api);
		const { id } = await create(
			{ body: "x", changes: { status: "resolved", assignee_id: bob } },
			own.api,
		);
		await own.api.delete(`/v1/agents/${bob}`);
		const path = `/v1/tickets/${ticket.id}`;
		const refused = await own.api.post(`${path}/macros/${id}`);
		expect(refused.body).toEqual(
			expectedError("validation_error", "assignee_not_found", "assignee_id"),
		);
		const tags = Array.from({ length: 50 }, (_, i) => `t${i}`);
		const tagged = await create({ body: "x", changes: { tags } }, own.api);
		await own.api.post(`${path}/tags`, { tags: ["mine"] });
		const many = await own.api.post(`${path}/macros/${tagged.id}`);
		expect(many.body.error.code).toBe("tag_limit_exceeded");
		const { data } = (await own.api.get(`${path}/messages`)).body;
		expect(data).toHaveLength(1);
		const newer = await own.api.post(`${path}/macros/${id}`, {
			if_last_message_id: "msg_01h2xcejqtf2nbrexx3vqjhp41",
			author_id: own.agents[2]!.id,
		});
		expect(newer.body.error.code).toBe("newer_message");
		const author = await own.api.post(`${path}/macros/${id}`, {
			author_id: bob,
		});
		expect(author.body.error.code).toBe("author_not_found");
	});

	it("changes no ticket that was merged into another", async () => {
		const [source, target] = [await createTicket(api), await createTicket(api)];
		await api.post(`/v1/tickets/${source.id}/merge`, { into: target.id });
		const { id } = await create({ body: "x" });
		const refused = await api.post(`/v1/tickets/${source.id}/macros/${id}`);
		expect([refused.status, refused.body.error.code]).toEqual([
			409,
			"ticket_merged",
		]);
	});

	it("keeps every change of macros that are applied at once", async () => {
		const ticket = await createTicket(api);
		const macros = await Promise.all(
			["a", "b", "c", "d"].map((tag) =>
				create({ body: tag, type: "note", changes: { tags: [tag] } }),
			),
		);
		await Promise.all(
			macros.map(({ id }) => api.post(`/v1/tickets/${ticket.id}/macros/${id}`)),
		);
		const { body } = await api.get(`/v1/tickets/${ticket.id}`);
		expect([...body.tags].sort()).toEqual(["a", "b", "c", "d"]);
		expect(await messagesOf(ticket.id)).toHaveLength(5);
	});

	it("answers the same 404 for another workspace's macro or ticket as for none", async () => {
		const foreign = await create({ body: "x" }, other.api);
		const own = await create({ body: "x" });
		const ticket = await createTicket(api);
		const foreignTicket = await createTicket(other.api);
		const texts = async (paths: string[], method: "post" | "get" | "delete") =>
			Promise.all(
				paths.map(async (path) => {
					const { status, text, body } = await api[method](path);
					expect(status).toBe(404);
					return text.replace(body.error.request_id, "");
				}),
			);
		for (const method of ["get", "delete"] as const) {
			const ids = [foreign.id, UNKNOWN, "mcr_1"];
			const found = await texts(
				ids.map((id) => `/v1/macros/${id}`),
				method,
			);
			expect(new Set(found).size).toBe(1);
		}
		const of = (id: string) => `/v1/tickets/${ticket.id}/macros/${id}`;
		const applied = await texts([foreign.id, UNKNOWN].map(of), "post");
		expect(new Set(applied).size).toBe(1);
		const [inForeign] = await texts(
			[`/v1/tickets/${foreignTicket.id}/macros/${own.id}`],
			"post",
		);
		expect(inForeign).toContain("ticket_not_found");
	});

	it("needs the scopes of the workspace for macros, and of tickets to apply them", async () => {
		const { id } = await create({ body: "x" });
		const ticket = await createTicket(api);
		const desk = await product.createKey(workspace, "tickets:write");
		const admin = await product.createKey(workspace, "workspace:write");
		expect((await desk.get("/v1/macros")).status).toBe(403);
		expect((await desk.post("/v1/macros", { name: "x" })).status).toBe(403);
		const path = `/v1/tickets/${ticket.id}/macros/${id}`;
		expect((await admin.post(path)).status).toBe(403);
		expect((await desk.post(path)).status).toBe(200);
	});

	it("erases what a macro wrote to an erased contact", async () => {
		const name = `Erasmus${crypto.randomUUID().slice(0, 8)}`;
		const ticket = await createTicket(api, {
			contact: { email: `${name.toLowerCase()}@customer.example`, name },
		});
		const { id } = await create({ body: "Hello {{contact.name}}" });
		const headers = { "idempotency-key": crypto.randomUUID() };
		const path = `/v1/tickets/${ticket.id}/macros/${id}`;
		await api.post(path, {}, headers);
		await api.delete(`/v1/contacts/${ticket.contact.id}`);
		const holding = async () => {
			await product.runJobsNow();
			return product.tablesWith([name, name.toLowerCase()]);
		};
		await expect.poll(holding, { timeout: 20_000 }).toEqual([]);
		const again = await api.post(path, {}, headers);
		expect(again.text).not.toContain(name);
	});
});
