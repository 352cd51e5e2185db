import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const PATH = "/v1/imports/tickets";

/** A row of an import as other systems have it. */
const row = (fields: object = {}) => ({
	subject: "An old question",
	contact: { email: "ada@example.com" },
	created_at: "2019-03-01T09:30:00Z",
	messages: [
		{
			type: "inbound",
			body: "Where is it?",
			created_at: "2019-03-01T09:30:00Z",
		},
	],
	...fields,
});

describe.each(TRANSPORTS)("over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
	});
	afterAll(() => product.stop());
	const enter = async () => {
		workspace = await product.createWorkspace();
		api = workspace.api;
	};
	const importRows = async (
		tickets: readonly unknown[],
		headers: Record<string, string> = {},
	) => {
		const response = await api.post(PATH, { tickets }, headers);
		expect(response.status, response.text).toBe(200);
		return response;
	};

	it("keeps the times, authors and states of another system, and mails nothing", async () => {
		await enter();
		const [, agent] = workspace.agents;
		const { body } = await importRows([
			row({
				external_id: "old-1",
				status: "resolved",
				priority: "high",
				channel: "phone",
				tags: ["vip"],
				assignee_id: agent!.id,
				resolved_at: "2019-03-05T00:00:00+01:00",
				messages: [
					{
						type: "outbound",
						body: "On its way.",
						author_id: agent!.id,
						created_at: "2019-03-02T08:00:00Z",
					},
					{
						type: "inbound",
						body: "<p>Where <b>is</b> it?</p>",
						created_at: "2019-03-01T09:30:00Z",
					},
					{
						type: "note",
						body: "He is kind.",
						created_at: "2019-03-02T08:00:00Z",
					},
				],
			}),
		]);
		expect(body).toMatchObject({ created: 1, existing: 0, failed: 0 });
		const { id } = body.results[0];
		const shown = await api.get(`/v1/conversations/${id}`);
		expect(shown.body).toMatchObject({
			external_id: "old-1",
			status: "resolved",
			priority: "high",
			channel: "phone",
			tags: ["vip"],
			assignee: { id: agent!.id },
			contact: { email: "ada@example.com", name: "ada" },
			created_at: "2019-03-01T09:30:00.000Z",
			resolved_at: "2019-03-04T23:00:00.000Z",
			message_count: 3,
			waiting_since: null,
			last_message_at: "2019-03-02T08:00:00.000Z",
			messages: [
				{
					type: "inbound",
					status: "received",
					body_format: "html",
					body_text: "Where is it?",
				},
				{ type: "outbound", status: "sent", author: { id: agent!.id } },
				{
					type: "note",
					status: "posted",
					author: { id: workspace.agents[0]!.id },
				},
			],
		});
		const [, reply] = shown.body.messages;
		expect(product.mailsOf(reply.id)).toEqual([]);
		const events = await product.eventsOf("tickets", workspace.id, id);
		expect(events.map(({ type }) => type)).toEqual(["ticket.created"]);
		const ticket = await api.get(`/v1/tickets/${id}`);
		expect(JSON.parse(events[0]!.object)).toEqual(ticket.body);
		const draft = await api.get(`/v1/conversations/${id}/ai-draft`);
		expect(draft.status).toBe(404);
	});

	it("shows imported tickets to a reader of what has changed, and to searches", async () => {
		await enter();
		const before = await api.get("/v1/tickets", { sort: "updated_at:asc" });
		const { body } = await importRows([row({ subject: "xylophone" })]);
		const sync = await api.get("/v1/tickets", {
			sort: "updated_at:asc",
			cursor: before.body.sync_cursor,
		});
		const ids = [body.results[0].id];
		expect(sync.body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
		for (const q of ["xylophone", "where", "ada"]) {
			const found = await api.get("/v1/tickets/search", { q });
			expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
		}
	});

	it("reports each wrong row and writes the others", async () => {
		await enter();
		const other = await product.createWorkspace();
		const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
		const message = { type: "inbound", body: "Hi", created_at: "2019-01-01" };
		const wrong: [unknown, string, string | null][] = [
			[7, "invalid_parameter", null],
			[null, "invalid_parameter", null],
			[row({ subject: undefined }), "missing_parameter", "subject"],
			[row({ subject: "a\u0000b" }), "invalid_parameter", "subject"],
			[row({ colour: "red" }), "unknown_parameter", "colour"],
			[row({ attachments: [] }), "unknown_parameter", "attachments"],
			[row({ contact: {} }), "missing_parameter", "contact.email"],
			[
				row({ contact: { email: "nobody" } }),
				"invalid_parameter",
				"contact.email",
			],
			[row({ created_at: "0000-01-01" }), "invalid_parameter", "created_at"],
			[row({ created_at: "2019-02-30" }), "invalid_parameter", "created_at"],
			[row({ created_at: tomorrow }), "invalid_parameter", "created_at"],
			[row({ resolved_at: "2019-04-01" }), "invalid_parameter", "resolved_at"],
			[
				row({ status: "resolved", resolved_at: "2018-04-01" }),
				"invalid_parameter",
				"resolved_at",
			],
			[row({ messages: [] }), "invalid_parameter", "messages"],
			[
				row({ messages: Array(1001).fill(message) }),
				"invalid_parameter",
				"messages",
			],
			[
				row({
					messages: Array(50).fill({ ...message, body: "x".repeat(80_001) }),
				}),
				"invalid_parameter",
				"messages",
			],
			[
				row({ messages: [{ ...message, created_at: tomorrow }] }),
				"invalid_parameter",
				"messages.0.created_at",
			],
			[
				row({ messages: [{ ...message, author_id: workspace.agents[0]!.id }] }),
				"invalid_parameter",
				"messages.0.author_id",
			],
			[
				row({
					messages: [
						{ ...message, type: "outbound", author_id: other.agents[0]!.id },
					],
				}),
				"author_not_found",
				"messages.0.author_id",
			],
			[
				row({ assignee_id: other.agents[0]!.id }),
				"assignee_not_found",
				"assignee_id",
			],
			[row({ group_id: other.groups[0]!.id }), "group_not_found", "group_id"],
			[
				row({ custom_attributes: { no_such: 1 } }),
				"undefined_attribute_key",
				"custom_attributes.no_such",
			],
			[
				row({ contact: { id: "cnt_01kadszz00e2xv0f1b2c3d4e5f" } }),
				"contact_not_found",
				"contact.id",
			],
		];
		const rows = wrong.flatMap(([each]) => [each, row()]);
		const { body } = await importRows(rows);
		expect(body).toMatchObject({
			created: wrong.length,
			existing: 0,
			failed: wrong.length,
		});
		expect(body.results.map(({ index }: { index: number }) => index)).toEqual([
			...rows.keys(),
		]);
		wrong.forEach(([each, code, param], n) => {
			const result = body.results[2 * n];
			expect(result, JSON.stringify(each)).toMatchObject({
				id: null,
				created: false,
			});
			expect(
				result.errors[0],
				JSON.stringify(each).slice(0, 200),
			).toMatchObject({
				code,
				param,
				message: expect.any(String),
			});
			expect(body.results[2 * n + 1].errors).toEqual([]);
		});
		expect(await product.ticketIds(workspace.id)).toHaveLength(wrong.length);
	});

	it("returns the ticket that has a row's external id, in the same request and in another one", async () => {
		await enter();
		const rows = [
			row({ external_id: "a" }),
			row({ external_id: "a", subject: "Another" }),
			row({ external_id: "b", assignee_id: "usr_01kadszz00e2xv0f1b2c3d4e5f" }),
			row({ external_id: "b" }),
		];
		const first = await importRows(rows);
		expect(first.body).toMatchObject({ created: 2, existing: 1, failed: 1 });
		const [a, again, wrong, b] = first.body.results;
		expect([again.id, again.created]).toEqual([a.id, false]);
		expect([wrong.id, b.created]).toEqual([null, true]);
		const second = await importRows(rows);
		expect(second.body).toMatchObject({ created: 0, existing: 4, failed: 0 });
		const shown = await api.get(`/v1/tickets/${a.id}`);
		expect(shown.body.subject).toBe("An old question");
		await api.delete(`/v1/tickets/${a.id}`);
		const third = await importRows(rows.slice(0, 1));
		expect(third.body.created).toBe(1);
	});

	it("finds contacts by address, id and external id, and makes one of several rows' new names", async () => {
		await enter();
		const contacts = [
			{ email: "Bo@Example.com", name: "Bo", external_id: "crm-1" },
			{ email: "bo@example.com" },
			{ external_id: "crm-1" },
			{ external_id: "crm-2" },
			{ external_id: "crm-2", name: "Late" },
			{ email: "eve@example.com" },
			{ email: "eve@example.com", external_id: "crm-1" },
			{ email: "bo@example.com", external_id: "crm-3" },
		];
		const { body } = await importRows(
			contacts.map((contact) => row({ contact })),
		);
		const ids: string[] = [];
		for (const { id, errors } of body.results) {
			if (id === null) ids.push(errors[0].code);
			else ids.push((await api.get(`/v1/tickets/${id}`)).body.contact.id);
		}
		const [bo, , , two, , eve] = ids;
		expect(ids).toEqual([bo, bo, bo, two, two, eve, "contact_mismatch", bo]);
		expect(new Set([bo, two, eve]).size).toBe(3);
		const shown = await api.get(`/v1/contacts/${bo}`);
		expect(shown.body).toMatchObject({
			name: "Bo",
			external_id: "crm-1",
			last_seen_at: "2019-03-01T09:30:00.000Z",
		});
		const events = await product.eventsOf("tickets", workspace.id, bo!);
		expect(events.map(({ type }) => type)).toEqual(["contact.created"]);
		expect(JSON.parse(events[0]!.object)).toEqual(shown.body);
	});

	it("writes a request once, however often it is sent with its key, at the same time too", async () => {
		await enter();
		const rows = Array.from({ length: 120 }, (_, n) => (n === 60 ? 7 : row()));
		const headers = { "idempotency-key": crypto.randomUUID() };
		const responses = await Promise.all(
			[1, 2, 3].map(() => importRows(rows, headers)),
		);
		const [first] = responses;
		for (const { text } of responses) expect(text).toBe(first!.text);
		const repeated = await importRows(rows, headers);
		expect(repeated.text).toBe(first!.text);
		expect(repeated.headers.get("idempotent-replayed")).toBe("true");
		expect(await product.ticketIds(workspace.id)).toHaveLength(119);
		const other = await api.post(PATH, { tickets: [7] }, headers);
		expect(other.status).toBe(422);
		expect(other.body).toEqual(
			expectedError(
				"validation_error",
				"idempotency_key_reused",
				"Idempotency-Key",
			),
		);
	});

	it("makes each ticket and contact once when imports of the same rows run at the same time", async () => {
		await enter();
		const rows = Array.from({ length: 150 }, (_, n) =>
			row({
				external_id: `t${n}`,
				contact: { email: `c${n % 40}@example.com` },
			}),
		);
		const responses = await Promise.all([
			importRows(rows),
			importRows(rows.toReversed()),
			importRows(rows.slice(50)),
		]);
		const created = responses.reduce((sum, { body }) => sum + body.created, 0);
		expect(created).toBe(150);
		expect(await product.ticketIds(workspace.id)).toHaveLength(150);
		const { body } = await api.get("/v1/contacts", { limit: 100 });
		expect(body.data).toHaveLength(40);
	});

	it("leads lists by updated_at with the newest, although the whole import shares that time", async () => {
		await enter();
		const days = ["02", "05", "01", "04", "03"];
		await importRows(
			days.map((day) => {
				const at = `2019-03-${day}T09:30:00Z`;
				const messages = [{ type: "inbound", body: "Where?", created_at: at }];
				return row({ subject: day, created_at: at, messages });
			}),
		);
		const { body } = await api.get("/v1/tickets", { sort: "updated_at:desc" });
		expect(
			body.data.map(({ subject }: { subject: string }) => subject),
		).toEqual(days.toSorted().reverse());
	});

	it("orders messages of one time as they were given", async () => {
		await enter();
		const messages = Array.from({ length: 300 }, (_, n) => ({
			type: "note",
			body: `number ${n}`,
			created_at: "2019-03-01T09:30:00Z",
		}));
		const { body } = await importRows([row({ messages })]);
		const path = `/v1/tickets/${body.results[0].id}/messages`;
		const shown = await api.get(path, { limit: 100 });
		expect(shown.body.data.map((each: { body: string }) => each.body)).toEqual(
			messages.slice(0, 100).map((each) => each.body),
		);
	});

	it.each<[string, unknown, string, string]>([
		["no tickets", {}, "missing_parameter", "tickets"],
		["an empty list", { tickets: [] }, "invalid_parameter", "tickets"],
		["no list", { tickets: {} }, "invalid_parameter", "tickets"],
		[
			"1,001 rows",
			{ tickets: Array(1001).fill(0) },
			"invalid_parameter",
			"tickets",
		],
		[
			"another field",
			{ tickets: [1], dry_run: true },
			"unknown_parameter",
			"dry_run",
		],
	])("refuses %s", async (_, body, code, param) => {
		await enter();
		const response = await api.post(PATH, body);
		expect(response.status).toBe(400);
		expect(response.body).toEqual(
			expectedError("invalid_request", code, param),
		);
	});

	it("refuses keys without the scope", async () => {
		await enter();
		const reader = await product.createKey(workspace, "tickets:read");
		const response = await reader.post(PATH, { tickets: [row()] });
		expect(response.body).toEqual(
			expectedError("permission_error", "insufficient_scope"),
		);
	});

	it("takes a thousand tickets in one request", async () => {
		await enter();
		const rows = Array.from({ length: 1000 }, (_, n) =>
			row({
				external_id: `t${n}`,
				contact: { email: `c${n}@example.com` },
				tags: ["history"],
				messages: Array.from({ length: 5 }, (_, m) => ({
					type: m % 2 === 0 ? "inbound" : "outbound",
					body: `Message ${m} of ticket ${n}. ${"More words. ".repeat(20)}`,
					created_at: `2019-03-01T09:3${m}:00Z`,
				})),
			}),
		);
		const { body } = await importRows(rows);
		expect(body).toMatchObject({ created: 1000, existing: 0, failed: 0 });
	});
});
