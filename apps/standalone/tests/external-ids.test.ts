import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket, newTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const UPSERT = "/v1/tickets?upsert=external_id";

let product: TestProduct;
let workspace: TestWorkspace;
let api: Client;
beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	api = workspace.api;
});
afterAll(() => product.stop());

const found = async (externalId: string, path = "/v1/tickets") => {
	const { body } = await api.get(path, { external_id: externalId });
	return body.data.map(({ id }: { id: string }) => id);
};

it("finds a ticket by the name that another system gave it", async () => {
	const ticket = await createTicket(api, { external_id: " zd:4711 é" });
	expect(ticket.external_id).toBe("zd:4711 é");
	await createTicket(api);
	expect(await found("zd:4711 é")).toEqual([ticket.id]);
	expect(await found("zd:4711 é", "/v1/conversations")).toEqual([ticket.id]);
	expect(await found("zd:4712")).toEqual([]);
	expect((await api.get(`/v1/tickets/${ticket.id}`)).body).toEqual(ticket);
	const other = await product.createWorkspace();
	await createTicket(other.api, { external_id: "zd:4711 é" });
	expect(await found("zd:4711 é")).toEqual([ticket.id]);
	expect(await createTicket(api)).not.toHaveProperty("external_id");
});

it("gives a name to one ticket at a time", async () => {
	const { id } = await createTicket(api, { external_id: "one" });
	const refused = await api.post(
		"/v1/tickets",
		newTicket({ external_id: "one" }),
	);
	expect(refused.status).toBe(409);
	expect(refused.body).toEqual(
		expectedError("conflict", "external_id_exists", "external_id"),
	);
	expect(refused.body.error.message).toContain(id);
	const second = await createTicket(api, { external_id: "two" });
	const change = (fields: object) =>
		api.patch(`/v1/tickets/${second.id}`, fields);
	expect((await change({ external_id: "one" })).status).toBe(409);
	expect((await change({ external_id: "two" })).status).toBe(200);
	await api.delete(`/v1/tickets/${id}`);
	expect((await change({ external_id: "one" })).body.external_id).toBe("one");
	const { body } = await change({ external_id: null });
	expect(body).not.toHaveProperty("external_id");
	await createTicket(api, { external_id: "one" });
});

it("makes one ticket of twenty concurrent requests with one name", async () => {
	const answers = await Promise.all(
		Array.from({ length: 20 }, () =>
			api.post("/v1/tickets", newTicket({ external_id: "raced" })),
		),
	);
	const statuses = answers.map(({ status }) => status).sort();
	expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
	const upserts = await Promise.all(
		Array.from({ length: 20 }, (_, i) =>
			api.post(UPSERT, newTicket({ external_id: "upserted", subject: `${i}` })),
		),
	);
	expect(upserts.filter(({ status }) => status === 201)).toHaveLength(1);
	expect(upserts.filter(({ status }) => status === 200)).toHaveLength(19);
	expect(await found("upserted")).toHaveLength(1);
});

it("changes the ticket that has the name, or creates it", async () => {
	const { agents } = workspace;
	const first = await api.post(
		UPSERT,
		newTicket({
			external_id: "u",
			priority: "high",
			tags: ["a", "b"],
			custom_attributes: { seats: 5 },
		}),
	);
	expect(first.status).toBe(201);
	const again = await api.post(
		UPSERT,
		newTicket({
			external_id: "u",
			subject: "Other words",
			tags: ["b", "c"],
			assignee_id: agents[1]!.id,
			custom_attributes: { plan: "pro" },
		}),
	);
	expect(again.status, again.text).toBe(200);
	expect(again.body).toEqual({
		...first.body,
		subject: "Other words",
		tags: ["b", "c"],
		assignee: agents[1],
		custom_attributes: { seats: 5, plan: "pro" },
		updated_at: again.body.updated_at,
	});
	expect((await api.get(`/v1/tickets/${first.body.id}`)).text).toBe(again.text);
	const tagged = async (tag: string) =>
		(await api.get("/v1/tickets", { tag })).body.data.length;
	expect([await tagged("a"), await tagged("c")]).toEqual([0, 1]);
	const messages = await api.get(`/v1/tickets/${first.body.id}/messages`);
	expect(messages.body.data).toHaveLength(1);
	const events = await product.eventsOf("tickets", workspace.id, first.body.id);
	expect(events.map(({ type }) => type)).toContain("ticket.updated");
});

it("repeats an upsert with its key as the first one was answered", async () => {
	const headers = { "idempotency-key": "upsert-1" };
	const ticket = newTicket({ external_id: "keyed" });
	const first = await api.post(UPSERT, ticket, headers);
	const again = await api.post(UPSERT, ticket, headers);
	expect([first.status, again.status]).toEqual([201, 201]);
	expect(again.text).toBe(first.text);
	expect(again.headers.get("idempotent-replayed")).toBe("true");
	const plain = await api.post("/v1/tickets", ticket, headers);
	expect(plain.status).toBe(422);
	expect(plain.body.error.code).toBe("idempotency_key_reused");
});

it("refuses names and upserts that are none", async () => {
	for (const [path, fields, code, param] of [
		["/v1/tickets", { external_id: "" }, "missing_parameter", "external_id"],
		[
			"/v1/tickets",
			{ external_id: "a\nb" },
			"invalid_parameter",
			"external_id",
		],
		[
			"/v1/tickets",
			{ external_id: "x".repeat(256) },
			"invalid_parameter",
			"external_id",
		],
		[UPSERT, {}, "missing_parameter", "external_id"],
		["/v1/tickets?upsert=id", {}, "invalid_parameter", "upsert"],
	] as const) {
		const { status, body } = await api.post(path, newTicket(fields));
		expect(status).toBe(400);
		expect(body.error).toMatchObject({ code, param });
	}
	const refused = await api.post(
		UPSERT,
		newTicket({ external_id: "u2", group_id: `grp_${"0".repeat(26)}` }),
	);
	expect(refused.body.error.code).toBe("group_not_found");
});
