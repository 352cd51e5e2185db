import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS } from "../src/api/endpoints.ts";
import { pathOf } from "./endpoint-paths.ts";
import { type Gateway, startGateway } from "./gateway.ts";

let gateway: Gateway;
const keys = new Map<string, string>();
beforeAll(async () => {
	gateway = await startGateway();
	for (const scope of SCOPES) {
		keys.set(scope, await gateway.database.createKey({ scopes: [scope] }));
	}
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

const SUFFIX = "01kadszz00e2xv0f1b2c3d4e5f";

/** The calls of the operations that have more than one. */
const CALLS: Readonly<Record<string, number>> = {
	listTicketEvents: 2,
	getMe: 2,
	deleteAgent: 3,
	createKey: 3,
	inviteAgent: 2,
};

const everyEndpointAndScope = ENDPOINTS.flatMap((endpoint) =>
	SCOPES.map(
		(scope) =>
			[endpoint.method.toUpperCase(), endpoint.path, scope, endpoint] as const,
	),
);

it("covers every endpoint of the API document", () => {
	expect(ENDPOINTS).toHaveLength(114);
});

it.each(everyEndpointAndScope)(
	"%s %s with %s",
	async (method, _path, scope, endpoint) => {
		const { documentation } = endpoint;
		// A stream does not end by itself.
		const isAllowed = (endpoint.scope ?? scope) === scope;
		const sent = "stream" in endpoint && isAllowed ? "HEAD" : method;
		const { status, json } = await gateway.send(sent, pathOf(endpoint), {
			key: keys.get(scope),
			body: (endpoint.body ?? endpoint.rawBody) && documentation.requestExample,
			headers: endpoint.rawBody ? { "Content-Type": endpoint.rawBody } : {},
		});
		if (isAllowed) {
			expect(status).toBe(documentation.status ?? 200);
			// A ticket's history is that of a ticket which is not deleted, a key's owner is an agent, who is active before
			// and after the key is created, and an agent's account and keys are refused with it.
			const calls = CALLS[documentation.operationId] ?? 1;
			expect(gateway.services.calls).toHaveLength(calls);
		} else {
			expect([status, json.error.code]).toEqual([403, "insufficient_scope"]);
			expect(gateway.services.calls).toEqual([]);
		}
	},
);

it("checks the scope before the body", async () => {
	const { status } = await gateway.send("POST", "/v1/tickets", {
		key: keys.get("tickets:read"),
		body: "{",
	});
	expect(status).toBe(403);
});

it("lists the methods of a path", async () => {
	const { headers } = await gateway.send("PUT", `/v1/tickets/tkt_${SUFFIX}`);
	expect(headers.get("allow")).toBe("GET, HEAD, PATCH, DELETE");
});

it("checks the body before the idempotency key, and both before the id", async () => {
	const broken = { "Idempotency-Key": "a b" };
	const path = "/v1/tickets/tkt_unknown/tags";
	const codes = [];
	for (const init of [
		{ body: { tags: 5 }, headers: broken },
		{ body: { tags: ["a"] }, headers: broken },
		{ body: { tags: ["a"] } },
	]) {
		codes.push((await gateway.send("POST", path, init)).json.error.code);
	}
	expect(codes).toEqual([
		"invalid_parameter",
		"invalid_idempotency_key",
		"ticket_not_found",
	]);
});
