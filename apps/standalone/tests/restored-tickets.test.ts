import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

let product: TestProduct;
let workspace: TestWorkspace;
let api: Client;
beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	api = workspace.api;
});
afterAll(() => product.stop());

const restore = (id: string, client = api, headers = {}) =>
	client.post(`/v1/tickets/${id}/restore`, undefined, headers);

it("brings a deleted ticket back with everything it had", async () => {
	const ticket = await createTicket(api, {
		tags: ["lost", "found"],
		external_id: "r-1",
	});
	const path = `/v1/tickets/${ticket.id}`;
	await api.post(`${path}/messages`, { body: "A note.", type: "note" });
	const before = await api.get(`/v1/conversations/${ticket.id}`);
	await api.delete(path);
	expect((await api.get(path)).status).toBe(404);
	const restored = await restore(ticket.id);
	expect(restored.status, restored.text).toBe(200);
	const after = await api.get(`/v1/conversations/${ticket.id}`);
	expect(after.body).toEqual({
		...before.body,
		updated_at: restored.body.updated_at,
	});
	expect(restored.body.updated_at > before.body.updated_at).toBe(true);
	expect((await api.get(path)).text).toBe(restored.text);
	for (const [name, value] of [
		["tag", "lost"],
		["external_id", "r-1"],
	] as const) {
		const { body } = await api.get("/v1/tickets", { [name]: value });
		expect(body.data).toEqual([restored.body]);
	}
	const events = await product.eventsOf("tickets", workspace.id, ticket.id);
	expect(events.map(({ type }) => type).slice(-2)).toEqual([
		"ticket.deleted",
		"ticket.restored",
	]);
	expect((await restore(ticket.id)).text).toBe(restored.text);
});

it("says of tickets that it cannot restore what GET says of them", async () => {
	const other = await product.createWorkspace();
	const foreign = await createTicket(other.api);
	await other.api.delete(`/v1/tickets/${foreign.id}`);
	const unknown = "tkt_01h2xcejqtf2nbrexx3vqjhp41";
	for (const id of [foreign.id, unknown, "tkt_x"]) {
		const { status, body } = await restore(id);
		expect(status).toBe(404);
		expect(body).toEqual(expectedError("not_found", "ticket_not_found"));
	}
	expect(
		(await api.post(`/v1/tickets/${unknown}/restore`, { a: 1 })).status,
	).toBe(400);
	const reader = await product.createKey(workspace, "tickets:read");
	expect((await restore(unknown, reader)).status).toBe(403);
});

it("restores once for twenty requests with one key, and replays the response", async () => {
	const { id } = await createTicket(api);
	await api.delete(`/v1/tickets/${id}`);
	const headers = { "idempotency-key": "restore-1" };
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => restore(id, api, headers)),
	);
	expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	const events = await product.eventsOf("tickets", workspace.id, id);
	expect(events.filter(({ type }) => type === "ticket.restored")).toHaveLength(
		1,
	);
});

it("does not restore a ticket whose external id another one has by now", async () => {
	const { id } = await createTicket(api, { external_id: "r-2" });
	await api.delete(`/v1/tickets/${id}`);
	await createTicket(api, { external_id: "r-2" });
	const refused = await restore(id);
	expect(refused.status).toBe(409);
	expect(refused.body.error.code).toBe("external_id_exists");
	expect((await api.get(`/v1/tickets/${id}`)).status).toBe(404);
});
