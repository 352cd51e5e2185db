import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NO_TICKET = "tkt_01h2xcejqtf2nbrexx3vqjhp41";

describe.each(["process", "grpc"] as const)("tickets over %s", (wire) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ wire });
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	const newTicket = (fields: object = {}) => ({
		subject: "Where is my parcel?",
		body: "I ordered a week ago.",
		contact: { email: `ada.${crypto.randomUUID()}@example.com` },
		...fields,
	});
	const create = async (fields: object = {}) => {
		const { status, body } = await api.post("/v1/tickets", newTicket(fields));
		expect(status, JSON.stringify(body)).toBe(201);
		return body;
	};

	it("creates a ticket with exactly the documented fields", async () => {
		const answer = await api.post("/v1/tickets", {
			subject: "Where is my parcel?",
			body: "I ordered a week ago.",
			contact: { email: "Ada.Lovelace@Example.COM" },
		});
		expect(answer.status).toBe(201);
		expect(answer.body).toEqual({
			id: expect.stringMatching(/^tkt_[0-9a-z]{26}$/),
			subject: "Where is my parcel?",
			status: "open",
			priority: "normal",
			channel: "api",
			contact: {
				id: expect.stringMatching(/^cnt_[0-9a-z]{26}$/),
				name: "Ada.Lovelace",
				email: "Ada.Lovelace@example.com",
				avatar_url: null,
			},
			assignee: null,
			group: null,
			tags: [],
			ai: {
				intent: expect.any(String),
				urgency: expect.stringMatching(/^(urgent|high|normal|low)$/),
				sentiment: expect.stringMatching(
					/^(frustrated|neutral|positive|unknown)$/,
				),
				confidence: expect.any(Number),
				draft_ready: false,
			},
			created_at: expect.stringMatching(TIME),
			updated_at: answer.body.created_at,
			resolved_at: null,
			custom_attributes: {},
		});
		expect(answer.headers.get("location")).toBe(
			`/v1/tickets/${answer.body.id}`,
		);
	});

	it("takes every optional field", async () => {
		const { agents, groups } = workspace;
		const ticket = await create({
			contact: { email: "bea@example.com", name: "Bea" },
			channel: "email",
			priority: "high",
			assignee_id: agents[0]!.id,
			group_id: groups[0]!.id,
			tags: ["vip", " late ", "vip"],
			custom_attributes: { plan: "pro", seats: 5, trial: false },
		});
		expect(ticket).toMatchObject({
			channel: "email",
			priority: "high",
			assignee: agents[0],
			group: groups[0],
			tags: ["vip", "late"],
			contact: { name: "Bea" },
			custom_attributes: { plan: "pro", seats: 5, trial: false },
		});
	});

	it("reads back what it created, as ticket and as conversation", async () => {
		const ticket = await create();
		const read = await api.get(`/v1/tickets/${ticket.id}`);
		expect(read.status).toBe(200);
		expect({ ...read.body, ai: ticket.ai }).toEqual(ticket);
		const conversation = await api.get(`/v1/conversations/${ticket.id}`);
		expect(conversation.body).toMatchObject({
			id: ticket.id,
			message_count: 1,
			last_message_at: ticket.created_at,
			waiting_since: ticket.created_at,
			ai: { draft_id: null, suggested_articles: [] },
			messages: [
				{
					ticket_id: ticket.id,
					type: "inbound",
					body: "I ordered a week ago.",
					body_text: "I ordered a week ago.",
					body_format: "text",
					author: { type: "contact", email: ticket.contact.email },
					attachments: [],
					ai_generated: false,
					status: "received",
				},
			],
		});
	});

	it("finds a contact again whatever the case of the address, and keeps its name", async () => {
		const id = crypto.randomUUID();
		const first = await create({
			contact: { email: `Cy.${id}@Example.com`, name: "Cy" },
		});
		const second = await create({
			contact: { email: `cy.${id}@example.com`, name: "Somebody else" },
		});
		expect(second.contact).toEqual(first.contact);
		const third = await create({ contact: { id: first.contact.id } });
		expect(third.contact).toEqual(first.contact);
	});

	it("makes one contact of twenty parallel creates with one new address", async () => {
		const email = `${crypto.randomUUID()}@example.com`;
		const tickets = await Promise.all(
			Array.from({ length: 20 }, () => create({ contact: { email } })),
		);
		expect(new Set(tickets.map((ticket) => ticket.contact.id)).size).toBe(1);
	});

	it.each<[string, object, string, string]>([
		[
			"agent",
			{ assignee_id: "usr_01h2xcejqtf2nbrexx3vqjhp41" },
			"assignee_not_found",
			"assignee_id",
		],
		[
			"group",
			{ group_id: "grp_01h2xcejqtf2nbrexx3vqjhp41" },
			"group_not_found",
			"group_id",
		],
		[
			"contact",
			{ contact: { id: "cnt_01h2xcejqtf2nbrexx3vqjhp41" } },
			"contact_not_found",
			"contact.id",
		],
		[
			"attribute",
			{ custom_attributes: { color: "red" } },
			"undefined_attribute_key",
			"custom_attributes.color",
		],
		[
			"attribute on the prototype",
			{ custom_attributes: { toString: "x" } },
			"undefined_attribute_key",
			"custom_attributes.toString",
		],
		[
			"attribute type",
			{ custom_attributes: { seats: "five" } },
			"invalid_attribute_value",
			"custom_attributes.seats",
		],
		[
			"enum value",
			{ custom_attributes: { plan: "gold" } },
			"invalid_attribute_value",
			"custom_attributes.plan",
		],
	])("refuses an unknown %s with 422", async (_what, fields, code, param) => {
		const answer = await api.post("/v1/tickets", newTicket(fields));
		expect(answer.status).toBe(422);
		expect(answer.body).toEqual(expectedError("validation_error", code, param));
	});

	it("refuses a contact whose id and email disagree", async () => {
		const { contact } = await create();
		const answer = await api.post(
			"/v1/tickets",
			newTicket({ contact: { id: contact.id, email: "other@example.com" } }),
		);
		expect(answer.status).toBe(422);
		expect(answer.body.error.code).toBe("contact_mismatch");
	});

	it("changes only what a PATCH names", async () => {
		const { agents, groups } = workspace;
		const ticket = await create({
			tags: ["kept"],
			custom_attributes: { plan: "pro", seats: 5 },
		});
		const patched = await api.patch(`/v1/tickets/${ticket.id}`, {
			status: "resolved",
			priority: "urgent",
			assignee_id: agents[1]!.id,
			group_id: groups[1]!.id,
			subject: "Found",
			custom_attributes: { plan: null, trial: true },
		});
		expect(patched.status).toBe(200);
		expect(patched.body).toMatchObject({
			status: "resolved",
			priority: "urgent",
			assignee: agents[1],
			group: groups[1],
			subject: "Found",
			tags: ["kept"],
			custom_attributes: { seats: 5, trial: true },
		});
		expect(patched.body.resolved_at).toMatch(TIME);
		expect(patched.body.custom_attributes).not.toHaveProperty("plan");
		const reopened = await api.patch(`/v1/conversations/${ticket.id}`, {
			status: "open",
			assignee_id: null,
			group_id: null,
		});
		expect(reopened.body).toMatchObject({
			status: "open",
			resolved_at: null,
			assignee: null,
			group: null,
			message_count: 1,
		});
	});

	it("leaves updated_at alone when a PATCH is empty", async () => {
		const ticket = await create();
		const patched = await api.patch(`/v1/tickets/${ticket.id}`, {});
		expect(patched.status).toBe(200);
		expect(patched.body.updated_at).toBe(ticket.updated_at);
	});

	it("loses no update when twenty clients change one ticket at once", async () => {
		const ticket = await create();
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, i) => {
				if (i % 2 === 0) {
					return api.post(`/v1/tickets/${ticket.id}/tags`, {
						tags: [`tag-${i}`],
					});
				}
				return api.patch(`/v1/tickets/${ticket.id}`, {
					custom_attributes: { [`n${i}`]: i },
				});
			}),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		const { body } = await api.get(`/v1/tickets/${ticket.id}`);
		expect(body.tags).toHaveLength(10);
		expect(Object.keys(body.custom_attributes)).toHaveLength(10);
	});

	it("adds and removes tags", async () => {
		const ticket = await create({ tags: ["a"] });
		const path = `/v1/tickets/${ticket.id}/tags`;
		const added = await api.post(path, { tags: ["b/ü", "a", "e\u0301"] });
		expect(added.status).toBe(200);
		expect(added.body.tags).toEqual(["a", "b/ü", "é"]);
		const removed = await api.delete(`${path}/${encodeURIComponent("b/ü")}`);
		expect(removed.body.tags).toEqual(["a", "é"]);
		const again = await api.delete(`${path}/${encodeURIComponent("b/ü")}`);
		expect(again.status).toBe(404);
		expect(again.body).toEqual(expectedError("not_found", "tag_not_found"));
	});

	it("holds at most fifty tags", async () => {
		const ticket = await create({
			tags: Array.from({ length: 49 }, (_, i) => `t${i}`),
		});
		const path = `/v1/tickets/${ticket.id}/tags`;
		const over = await api.post(path, { tags: ["x", "y"] });
		expect(over.status).toBe(422);
		expect(over.body.error.code).toBe("tag_limit_exceeded");
		const full = await api.post(path, { tags: ["x", "t0"] });
		expect(full.body.tags).toHaveLength(50);
	});

	it("answers a deleted ticket like one that never was", async () => {
		const ticket = await create({ tags: ["gone"] });
		const path = `/v1/tickets/${ticket.id}`;
		const deleted = await api.delete(path);
		expect(deleted.status).toBe(200);
		expect(deleted.body).toEqual({ id: ticket.id, deleted: true });
		const conversation = `/v1/conversations/${ticket.id}`;
		const unknown = await api.get(`/v1/tickets/${NO_TICKET}`);
		for (const answer of await Promise.all([
			api.get(path),
			api.patch(path, { status: "open" }),
			api.patch(path, {}),
			api.delete(path),
			api.get(`${path}/messages`),
			api.post(`${path}/messages`, { body: "x", type: "note" }),
			api.post(`${path}/tags`, { tags: ["x"] }),
			api.delete(`${path}/tags/gone`),
			api.get(conversation),
			api.get(`${conversation}/ai-draft`),
			api.post(`${conversation}/ai-draft/approve`),
		])) {
			expect(answer.status).toBe(404);
			expect(withoutRequestId(answer.text)).toBe(
				withoutRequestId(unknown.text),
			);
		}
		for (const id of [
			"tkt_",
			"tkt_x",
			"usr_01h2xcejqtf2nbrexx3vqjhp41",
			"%00",
		]) {
			const malformed = await api.get(`/v1/tickets/${id}`);
			expect(withoutRequestId(malformed.text)).toBe(
				withoutRequestId(unknown.text),
			);
		}
		const tagged = await api.get("/v1/tickets", { tag: "gone" });
		expect(tagged.body.data).toEqual([]);
	});

	it("answers another workspace's ticket like one that never was", async () => {
		const ticket = await create();
		const stranger = (await product.createWorkspace()).api;
		const path = `/v1/tickets/${ticket.id}`;
		const unknown = await api.get(`/v1/tickets/${NO_TICKET}`);
		for (const answer of await Promise.all([
			stranger.get(path),
			stranger.patch(path, { status: "resolved" }),
			stranger.delete(path),
			stranger.get(`${path}/messages`),
			stranger.post(`${path}/messages`, { body: "x", type: "note" }),
			stranger.post(`${path}/tags`, { tags: ["x"] }),
			stranger.get(`/v1/conversations/${ticket.id}`),
			stranger.get(`/v1/conversations/${ticket.id}/ai-draft`),
			stranger.post(`/v1/conversations/${ticket.id}/ai-draft/approve`),
		])) {
			expect(answer.status).toBe(404);
			expect(withoutRequestId(answer.text)).toBe(
				withoutRequestId(unknown.text),
			);
		}
		expect((await stranger.get("/v1/tickets")).body.data).toEqual([]);
		const { body } = await api.get(path);
		expect(body).toMatchObject({ status: "open", tags: [] });
	});
});

function withoutRequestId(text: string): string {
	return text.replace(/req_[0-9a-z]{26}/g, "req");
}
