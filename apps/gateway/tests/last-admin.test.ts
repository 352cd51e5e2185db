import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount, createBrowser, type TestAccount } from "./accounts.ts";
import { type Gateway, startGateway } from "./gateway.ts";

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway({
		config: { trustedProxyHops: 1 },
		overrides: { accounts: undefined },
	});
});
afterAll(() => gateway.stop());

/** A workspace with this many admins who can sign in, and a session of the first. */
async function createAdmins(count: number) {
	const workspaceId = await gateway.database.createWorkspace();
	const admins: TestAccount[] = [];
	for (let n = 0; n < count; n += 1)
		admins.push(await createAccount(gateway.database, { workspaceId }));
	const browser = createBrowser(gateway);
	await browser.signIn(admins[0]!);
	return { workspaceId, admins, browser };
}

type Browser = ReturnType<typeof createBrowser>;

/** Each takes an admin from the workspace. */
const WAYS = [
	[
		"a role",
		(browser: Browser, id: string) =>
			browser.send("PATCH", `/v1/accounts/${id}`, { body: { role: "agent" } }),
	],
	[
		"a deactivation",
		(browser: Browser, id: string) =>
			browser.send("DELETE", `/v1/agents/${id}`),
	],
	[
		"a change of the agent",
		(browser: Browser, id: string) =>
			browser.send("PATCH", `/v1/agents/${id}`, {
				body: { deactivated: true },
			}),
	],
] as const;

async function statesOf(workspaceId: string): Promise<string[]> {
	const { rows } = await gateway.database.admin.query(
		"select role, deactivated_at is null as active from gateway.accounts where workspace_id = $1",
		[workspaceId],
	);
	// Ids of one millisecond have no order.
	return rows.map(({ role, active }) => (active ? role : "deactivated")).sort();
}

it.each(WAYS)("keeps the last admin: %s", async (_what, take) => {
	const { workspaceId, admins, browser } = await createAdmins(1);
	// Neither can sign in.
	await createAccount(gateway.database, { workspaceId, password: null });
	const away = await createAccount(gateway.database, { workspaceId });
	await gateway.database.admin.query(
		"update gateway.accounts set deactivated_at = now() where agent_id = $1",
		[away.agentId],
	);
	const { status, json } = await take(browser, admins[0]!.agentId);
	expect([status, json.error]).toMatchObject([
		409,
		{ type: "conflict", code: "last_admin" },
	]);
	expect((await browser.send("GET", "/auth/session")).json).not.toBeNull();
	expect(await statesOf(workspaceId)).toEqual([
		"admin",
		"admin",
		"deactivated",
	]);
});

it("keeps the last admin: an invitation with another role", async () => {
	const { workspaceId, admins, browser } = await createAdmins(1);
	const { agentId: id, email } = admins[0]!;
	gateway.services.handle("getAgent", () => ({
		...{ status: 200, nextCursor: "", resourceId: "", replayed: false },
		body: Buffer.from(JSON.stringify({ id, email, deactivated_at: null })),
	}));
	const { json } = await browser.send("POST", `/v1/agents/${id}/invite`, {
		body: { role: "agent" },
	});
	gateway.services.reset();
	expect(json.error.code).toBe("last_admin");
	expect(await statesOf(workspaceId)).toEqual(["admin"]);
});

it.each(WAYS)("takes all admins but one: %s", async (_what, take) => {
	const { workspaceId, admins, browser } = await createAdmins(2);
	expect((await take(browser, admins[1]!.agentId)).status).toBe(200);
	expect((await take(browser, admins[0]!.agentId)).status).toBe(409);
	const [first, second] = await statesOf(workspaceId);
	expect(first).toBe("admin");
	expect(second).not.toBe("admin");
});

it("leaves one of several who are taken at the same time", async () => {
	for (let round = 0; round < 8; round += 1) {
		const { workspaceId, admins, browser } = await createAdmins(3);
		const done = await Promise.all(
			admins.map(({ agentId }, n) =>
				WAYS[(n + round) % WAYS.length]![1](browser, agentId),
			),
		);
		const statuses = done.map(({ status }) => status);
		// The session that sends the requests may lose its role before the last one.
		for (const status of statuses)
			expect([200, 401, 403, 409, 422]).toContain(status);
		const left = await statesOf(workspaceId);
		expect(left.filter((each) => each === "admin").length).toBeGreaterThan(0);
	}
});
