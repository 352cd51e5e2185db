import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const SORTS = ["created_at", "updated_at", "resolved_at", "priority"].flatMap(
	(field) => [`${field}:asc`, `${field}:desc`],
);

let product: TestProduct;
beforeAll(async () => {
	product = await startProduct({ transport: "process" });
});
afterAll(() => product.stop());

it("lists tickets byte for byte as single reads return them, with all fields of their creation", async () => {
	const { api, agents, groups } = await product.createWorkspace();
	const odd = 'q" \\ , {} é 😀';
	const made = [
		await api.post("/v1/tickets", {
			subject: "plain",
			body: "text",
			contact: { email: "one@example.com" },
		}),
		await api.post("/v1/tickets", {
			subject: odd,
			body: "text",
			contact: { email: "two@example.com", name: odd },
			assignee_id: agents[0]!.id,
			group_id: groups[0]!.id,
			priority: "urgent",
			tags: [odd, "NULL", "b"],
			custom_attributes: { plan: "pro", seats: 5, trial: true },
		}),
	];
	const paths = made.map(({ body }) => `/v1/tickets/${body.id}`).reverse();
	const alone = await Promise.all(paths.map((path) => api.get(path)));
	expect(alone.map(({ body }) => body)).toEqual(
		made.map(({ body }) => body).reverse(),
	);
	const { text } = await api.get("/v1/tickets");
	expect(text).toBe(
		`{"data":[${alone.map((answer) => answer.text)}],"has_more":false,"next_cursor":null}`,
	);
	const patched = await api.patch(paths[0]!, { status: "resolved" });
	expect((await api.get(paths[0]!)).text).toBe(patched.text);
	const resolved = await api.get("/v1/tickets", { status: "resolved" });
	expect(resolved.body.data).toEqual([patched.body]);
});

it("lists conversations as single reads return them, except for their messages", async () => {
	const { api } = await product.createWorkspace();
	const { body: ticket } = await api.post("/v1/tickets", {
		subject: "one",
		body: "text",
		contact: { email: "one@example.com" },
	});
	const alone = await api.get(`/v1/conversations/${ticket.id}`);
	const { messages, ...conversation } = alone.body;
	expect(messages).toHaveLength(1);
	const { body } = await api.get("/v1/conversations");
	expect(body.data).toEqual([conversation]);
	expect(conversation).toMatchObject({
		message_count: 1,
		last_message_at: ticket.created_at,
		waiting_since: ticket.created_at,
	});
});

describe("filters", () => {
	let workspace: TestWorkspace;
	let api: Client;
	const ids: Record<string, string> = {};

	beforeAll(async () => {
		workspace = await product.createWorkspace();
		api = workspace.api;
		const { agents, groups } = workspace;
		const make = async (name: string, fields: object, patch?: object) => {
			const { body } = await api.post("/v1/tickets", {
				subject: name,
				body: "text",
				contact: { email: "one@example.com" },
				...fields,
			});
			ids[name] = body.id;
			if (patch) await api.patch(`/v1/tickets/${body.id}`, patch);
		};
		await make("plain", {});
		await make("urgent", { priority: "urgent", tags: ["a", "b"] });
		await make("assigned", { assignee_id: agents[0]!.id, tags: ["a"] });
		await make("grouped", { group_id: groups[0]!.id, channel: "chat" });
		await make(
			"resolved",
			{ contact: { email: "two@example.com" }, tags: ["a"] },
			{ status: "resolved" },
		);
		await make("pending", { channel: "email" }, { status: "pending" });
	});

	const names = async (query: Record<string, string>) => {
		const answer = await api.get("/v1/tickets", query);
		expect(answer.status, answer.text).toBe(200);
		return answer.body.data.map(
			(ticket: { subject: string }) => ticket.subject,
		);
	};

	it("lists everything, newest first, without filters", async () => {
		const all = [
			"pending",
			"resolved",
			"grouped",
			"assigned",
			"urgent",
			"plain",
		];
		expect(await names({})).toEqual(all);
		expect(await names({ status: "all" })).toEqual(all);
		expect(await names({ sort: "created_at:asc" })).toEqual(all.toReversed());
	});

	it("combines all filters", async () => {
		const { agents, groups } = workspace;
		expect(await names({ status: "resolved" })).toEqual(["resolved"]);
		expect(await names({ status: "archived" })).toEqual([]);
		expect(await names({ priority: "urgent" })).toEqual(["urgent"]);
		expect(await names({ assignee: agents[0]!.id })).toEqual(["assigned"]);
		expect(await names({ assignee: "unassigned", tag: "a" })).toEqual([
			"resolved",
			"urgent",
		]);
		expect(await names({ group: groups[0]!.id, channel: "chat" })).toEqual([
			"grouped",
		]);
		expect(await names({ group: groups[0]!.id, channel: "email" })).toEqual([]);
		expect(await names({ tag: "a" })).toEqual([
			"resolved",
			"assigned",
			"urgent",
		]);
		expect(await names({ tag: "A" })).toEqual([]);
		expect(await names({ tag: "' OR 1=1" })).toEqual([]);
		expect(await names({ tag: "a", sort: "priority:desc" })).toHaveLength(3);
		const { body } = await api.get(`/v1/tickets/${ids.resolved}`);
		expect(await names({ contact: body.contact.id })).toEqual(["resolved"]);
		expect(
			await names({ ai_intent: body.ai.intent, contact: body.contact.id }),
		).toEqual(["resolved"]);
	});

	it("sorts the tickets of each status, one after the other, by everything", async () => {
		for (const sort of SORTS) {
			expect(await names({ status: "pending", sort })).toEqual(["pending"]);
			expect(await names({ status: "resolved", sort })).toEqual(["resolved"]);
			expect(await names({ status: "open", sort })).toHaveLength(4);
		}
	});

	it("accepts a contact's address in any case and with any form of its domain, with other filters", async () => {
		expect(await names({ contact: "two@example.com" })).toEqual(["resolved"]);
		expect(await names({ contact: " TWO@Example.COM" })).toEqual(["resolved"]);
		expect(await names({ contact: "two@example.com", status: "open" })).toEqual(
			[],
		);
		expect(await names({ contact: "three@example.com" })).toEqual([]);
		const { body } = await api.get("/v1/conversations", {
			contact: "two@example.com",
		});
		expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
			ids.resolved,
		]);
		const { api: other } = await product.createWorkspace();
		const ticket = {
			subject: "international",
			body: "text",
			contact: { email: "two@münchen.example" },
		};
		await other.post("/v1/tickets", ticket);
		for (const contact of [
			"two@xn--mnchen-3ya.example",
			"Two@MÜNCHEN.example",
		]) {
			const answer = await other.get("/v1/tickets", { contact });
			expect(answer.body.data).toHaveLength(1);
		}
		const theirs = { contact: "two@example.com" };
		expect((await other.get("/v1/tickets", theirs)).body.data).toEqual([]);
	});

	it("binds the cursor of a list by address to the address", async () => {
		const query = { contact: "one@example.com", limit: "2" };
		const first = await api.get("/v1/tickets", query);
		const cursor = first.body.next_cursor;
		const second = await api.get("/v1/tickets", {
			...query,
			contact: "ONE@example.com",
			cursor,
		});
		expect(second.body.data).toHaveLength(2);
		const other = await api.get("/v1/tickets", {
			...query,
			contact: "two@example.com",
			cursor,
		});
		expect([other.status, other.body.error.code]).toEqual([
			400,
			"invalid_cursor",
		]);
	});

	it("accepts dates and timestamps with an offset, as exclusive bounds", async () => {
		const { body } = await api.get(`/v1/tickets/${ids.assigned}`);
		const at = body.created_at;
		expect(await names({ created_after: at })).not.toContain("assigned");
		expect(await names({ created_before: at })).not.toContain("assigned");
		expect(
			await names({ created_after: at, created_before: "2100-01-01" }),
		).toContain("grouped");
		const shifted = new Date(Date.parse(at) + 7_200_000).toISOString();
		expect(
			await names({ created_before: shifted.replace("Z", "+02:00") }),
		).toEqual(await names({ created_before: at }));
		expect(
			await names({
				created_after: "2100-01-01",
				created_before: "2000-01-01",
			}),
		).toEqual([]);
	});

	it("sorts by priority and by time of resolution, unresolved last in both directions", async () => {
		expect((await names({ sort: "priority:desc" }))[0]).toBe("urgent");
		expect((await names({ sort: "priority:asc" })).at(-1)).toBe("urgent");
		expect((await names({ sort: "resolved_at:desc" }))[0]).toBe("resolved");
		expect((await names({ sort: "resolved_at:asc" }))[0]).toBe("resolved");
	});

	it("lists conversations with the same filters", async () => {
		const { body } = await api.get("/v1/conversations", { tag: "b" });
		expect(body.data).toHaveLength(1);
		expect(body.data[0]).toMatchObject({ id: ids.urgent, message_count: 1 });
		expect(body.data[0]).not.toHaveProperty("messages");
	});

	it.each<[Record<string, string>, string, string]>([
		[{ statsu: "open" }, "unknown_parameter", "statsu"],
		[{ status: "OPEN" }, "invalid_parameter", "status"],
		[{ limit: "0" }, "invalid_parameter", "limit"],
		[{ limit: "-1" }, "invalid_parameter", "limit"],
		[{ limit: "101" }, "invalid_parameter", "limit"],
		[{ limit: "1.5" }, "invalid_parameter", "limit"],
		[{ limit: "1e2" }, "invalid_parameter", "limit"],
		[{ limit: "abc" }, "invalid_parameter", "limit"],
		[{ limit: "" }, "invalid_parameter", "limit"],
		[{ limit: "1e20" }, "invalid_parameter", "limit"],
		[{ sort: "password:asc" }, "invalid_sort", "sort"],
		[{ sort: "created_at:up" }, "invalid_sort", "sort"],
		[{ sort: "created_at;x" }, "invalid_sort", "sort"],
		[{ sort: ":" }, "invalid_sort", "sort"],
		[{ cursor: "garbage" }, "invalid_cursor", "cursor"],
		[{ cursor: "A".repeat(10_000) }, "invalid_cursor", "cursor"],
		[{ created_after: "yesterday" }, "invalid_parameter", "created_after"],
		[{ created_after: "2026-02-30" }, "invalid_parameter", "created_after"],
		[
			{ assignee: "tkt_01h2xcejqtf2nbrexx3vqjhp41" },
			"invalid_parameter",
			"assignee",
		],
		[{ contact: "usr_1" }, "invalid_parameter", "contact"],
		[{ ai_intent: "x".repeat(5_000) }, "invalid_parameter", "ai_intent"],
	])("refuses %j", async (query, code, param) => {
		const answer = await api.get("/v1/tickets", query);
		expect(answer.status, answer.text).toBe(400);
		expect(answer.body).toEqual(expectedError("invalid_request", code, param));
	});

	it("binds a cursor to workspace, filters and sort", async () => {
		const first = await api.get("/v1/tickets", { limit: 2 });
		const cursor = first.body.next_cursor;
		expect(first.body.has_more).toBe(true);
		expect(first.headers.get("link")).toContain(`rel="next"`);
		const otherApi = (await product.createWorkspace()).api;
		for (const answer of await Promise.all([
			api.get("/v1/tickets", { limit: 2, cursor, status: "open" }),
			api.get("/v1/tickets", { limit: 2, cursor, sort: "created_at:asc" }),
			api.get("/v1/tickets", { limit: 2, cursor: `${cursor}A` }),
			otherApi.get("/v1/tickets", { limit: 2, cursor }),
		])) {
			expect(answer.status).toBe(400);
			expect(answer.body.error.code).toBe("invalid_cursor");
		}
		const next = await api.get("/v1/tickets", { limit: 100, cursor });
		expect(next.body.data).toHaveLength(4);
		expect(next.body.next_cursor).toBeNull();
	});
});

describe("paging through all pages", () => {
	it.each(SORTS)(
		"by %s returns every remaining row exactly once",
		async (sort) => {
			const { id, api } = await product.createWorkspace();
			await product.insertTickets(id, 1_000);
			await fc.assert(
				fc.asyncProperty(
					fc.integer({ min: 7, max: 100 }),
					fc.array(fc.nat(999), { maxLength: 5 }),
					async (limit, doomed) => {
						const before = await product.ticketIds(id);
						const seen: string[] = [];
						let cursor: string | null = null;
						let pages = 0;
						do {
							const { body } = await api.get("/v1/tickets", {
								sort,
								limit,
								...(cursor === null ? {} : { cursor }),
							});
							seen.push(
								...body.data.map((ticket: { id: string }) => ticket.id),
							);
							cursor = body.next_cursor;
							const victim = doomed[pages++];
							if (victim !== undefined && victim < before.length) {
								await api.delete(`/v1/tickets/${before[victim]}`);
								await product.insertTickets(id, 1);
							}
						} while (cursor !== null);
						const after = new Set(await product.ticketIds(id));
						const stayed = before.filter((ticket) => after.has(ticket));
						expect(new Set(seen).size).toBe(seen.length);
						expect(new Set(seen)).toEqual(new Set([...seen, ...stayed]));
					},
				),
				{ numRuns: 6 },
			);
		},
	);
});
