import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket, newTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const codesAndParams = (errors: { code: string; param: string }[]) =>
	errors.map(({ code, param }) => [code, param]);

describe.each(TRANSPORTS)("tickets over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	const create = (fields: object = {}) => createTicket(api, fields);

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

	it("accepts every optional field", async () => {
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

	it("finds a contact by its address in any case, and keeps its name", async () => {
		const id = crypto.randomUUID();
		const first = await create({
			contact: { email: `Cy.${id}@Example.com`, name: "Cy" },
		});
		const second = await create({
			contact: { email: `cy.${id}@example.com`, name: "Another name" },
		});
		expect(second.contact).toEqual(first.contact);
		const third = await create({ contact: { id: first.contact.id } });
		expect(third.contact).toEqual(first.contact);
	});

	it("creates one contact for twenty parallel creates with one new address", async () => {
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

	it("reports every unknown reference of a ticket, also in a replay", async () => {
		const fields = {
			assignee_id: "usr_01h2xcejqtf2nbrexx3vqjhp41",
			group_id: "grp_01h2xcejqtf2nbrexx3vqjhp41",
			contact: { id: "cnt_01h2xcejqtf2nbrexx3vqjhp41" },
			custom_attributes: { color: "red", seats: 5, plan: "gold" },
		};
		const wrong = [
			["assignee_not_found", "assignee_id"],
			["group_not_found", "group_id"],
			["contact_not_found", "contact.id"],
			["undefined_attribute_key", "custom_attributes.color"],
			["invalid_attribute_value", "custom_attributes.plan"],
		];
		const key = { "Idempotency-Key": crypto.randomUUID() };
		for (const replayed of [null, "true"]) {
			const answer = await api.post("/v1/tickets", newTicket(fields), key);
			expect(answer.status).toBe(422);
			expect(answer.headers.get("idempotent-replayed")).toBe(replayed);
			const { errors, ...top } = answer.body.error;
			expect(codesAndParams(errors)).toEqual(wrong);
			expect(top).toMatchObject(errors[0]);
		}
		const { id } = await create();
		const { contact: _, ...changes } = fields;
		const answer = await api.patch(`/v1/tickets/${id}`, changes);
		expect(answer.status).toBe(422);
		expect(codesAndParams(answer.body.error.errors)).toEqual(
			wrong.filter(([code]) => code !== "contact_not_found"),
		);
	});

	it("reports both the invalid address and the invalid name of a contact", async () => {
		const contact = { email: "missing-domain@", name: "\u202eAda" };
		const answer = await api.post("/v1/tickets", newTicket({ contact }));
		expect(answer.status).toBe(400);
		expect(codesAndParams(answer.body.error.errors)).toEqual([
			["invalid_parameter", "contact.email"],
			["invalid_parameter", "contact.name"],
		]);
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
});
