import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "./client.ts";
import { createMailbox } from "./mail.ts";
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
	product = await startProduct({ transport: "grpc" });
	workspace = await product.createWorkspace();
	api = workspace.api;
});
afterAll(() => product.stop());

const UNKNOWN = "tkt_01h2xcejqtf2nbrexx3vqjhp41";
const PATH = "/v1/tickets/bulk";

/** Starts a job and waits for its end. */
async function run(body: object, client = api) {
	const started = await client.post(PATH, body);
	expect(started.status, started.text).toBe(202);
	expect(started.headers.get("location")).toBe(`${PATH}/${started.body.id}`);
	return finished(started.body.id, client);
}

async function finished(id: string, client = api) {
	const job = () => client.get(`${PATH}/${id}`);
	await expect
		.poll(async () => (await job()).body.status, { timeout: 45_000 })
		.toMatch(/done|cancelled/);
	return (await job()).body;
}

async function resultsOf(id: string, query: Record<string, string> = {}) {
	const { body } = await api.get(`${PATH}/${id}/results`, {
		limit: 100,
		...query,
	});
	return body.data;
}

it("changes the given tickets, each with one event, and says what became of each", async () => {
	const a = await createTicket(api, { tags: ["old"] });
	const b = await createTicket(api);
	const deleted = await createTicket(api);
	await api.delete(`/v1/tickets/${deleted.id}`);
	const merged = await createTicket(api);
	await api.post(`/v1/tickets/${merged.id}/merge`, { into: b.id });
	const other = await product.createWorkspace();
	const foreign = await createTicket(other.api);
	const ids = [a.id, b.id, a.id, UNKNOWN, foreign.id, deleted.id, merged.id];
	const job = await run({
		ids,
		changes: {
			status: "pending",
			assignee_id: workspace.agents[1]!.id,
			add_tags: ["new"],
			remove_tags: ["old"],
		},
	});
	expect(job).toMatchObject({
		status: "done",
		total: 6,
		changed: 2,
		unchanged: 0,
		failed: 4,
	});
	for (const { id } of [a, b]) {
		const { body } = await api.get(`/v1/tickets/${id}`);
		expect(body).toMatchObject({ status: "pending", tags: ["new"] });
		expect(body.assignee.id).toBe(workspace.agents[1]!.id);
		const events = await product.eventsOf("tickets", workspace.id, id);
		const updated = events.filter(({ type }) => type === "ticket.updated");
		expect(updated).toHaveLength(1);
	}
	const results = await resultsOf(job.id);
	expect(results.map((r: { ticket_id: string }) => r.ticket_id)).toEqual([
		...new Set(ids),
	]);
	const missing = results.slice(2, 5).map((r: { error: unknown }) => r.error);
	expect(missing).toEqual([missing[0], missing[0], missing[0]]);
	expect(missing[0].code).toBe("ticket_not_found");
	expect(results[5].error.code).toBe("ticket_merged");
	expect(await resultsOf(job.id, { status: "failed" })).toHaveLength(4);
	const first = await api.get(`${PATH}/${job.id}/results`, { limit: 4 });
	const cursor = first.body.next_cursor;
	const rest = await api.get(`${PATH}/${job.id}/results`, { limit: 4, cursor });
	expect([...first.body.data, ...rest.body.data]).toEqual(results);
	expect((await other.api.get(`/v1/tickets/${foreign.id}`)).body.status).toBe(
		"open",
	);
});

it("changes all of a ticket or nothing", async () => {
	const full = await createTicket(api, {
		tags: Array.from({ length: 50 }, (_, n) => `tag ${n}`),
	});
	const job = await run({
		ids: [full.id],
		changes: { priority: "urgent", add_tags: ["one more"] },
	});
	expect(job.failed).toBe(1);
	const [result] = await resultsOf(job.id);
	expect(result.error.code).toBe("tag_limit_exceeded");
	expect((await api.get(`/v1/tickets/${full.id}`)).body).toEqual(full);
	const again = await run({
		ids: [full.id],
		changes: { add_tags: ["tag 3"], remove_tags: ["none"] },
	});
	expect(again).toMatchObject({ changed: 0, unchanged: 1, failed: 0 });
	expect((await api.get(`/v1/tickets/${full.id}`)).body).toEqual(full);
});

it("changes what a filter means, though its changes take the tickets out of the filter", async () => {
	await product.insertTickets(workspace.id, 1_100); // more than a page of those that are collected
	const tag = crypto.randomUUID();
	const few = await Promise.all(
		[1, 2, 3].map(() =>
			createTicket(api, { tags: [tag], subject: "Xylophone strings" }),
		),
	);
	const filters = [
		{ tag, status: "open" },
		{ q: "xylophone", waiting: true, status: "resolved" },
	];
	for (const [n, filter] of filters.entries()) {
		const status = n === 0 ? "resolved" : "pending";
		const job = await run({ filter, changes: { status } });
		expect(job).toMatchObject({ total: 3, changed: 3 });
		for (const { id } of few)
			expect((await api.get(`/v1/tickets/${id}`)).body.status).toBe(status);
	}
	const rest = await run({
		filter: { created_before: "2100-01-01" },
		changes: { add_tags: ["all"] },
	});
	const ids = await product.ticketIds(workspace.id);
	expect(rest.total).toBeGreaterThan(1_100);
	expect(rest.total).toBeLessThanOrEqual(ids.length);
	// One ticket of the test before has as many tags as there may be.
	expect(rest).toMatchObject({ changed: rest.total - 1, failed: 1 });
});

it("replaces the participants of each ticket, without its contact and the desk itself", async () => {
	const contact = `${crypto.randomUUID()}@customer.example`;
	const a = await createTicket(api, { contact: { email: contact } });
	const b = await createTicket(api);
	await api.patch(`/v1/tickets/${b.id}`, {
		participants: [{ email: "before@customer.example" }],
	});
	const ids = [a.id, b.id];
	const cy = { email: "cy@customer.example", name: "Cy" };
	const job = await run({
		ids,
		changes: { participants: [cy, { email: contact }] },
	});
	expect(job).toMatchObject({ changed: 2, failed: 0 });
	const ofContact = { email: contact, name: "" };
	const shown = await Promise.all(
		ids.map((id) => api.get(`/v1/tickets/${id}`)),
	);
	expect(shown.map(({ body }) => body.participants)).toEqual([
		[cy],
		[cy, ofContact],
	]);
	const none = await run({ ids, changes: { participants: [] } });
	expect(none).toMatchObject({ changed: 2, failed: 0 });
	expect(
		(await api.get(`/v1/tickets/${a.id}`)).body.participants,
	).toBeUndefined();
	const mailbox = await createMailbox(product, workspace);
	const refused = await api.post(PATH, {
		ids,
		changes: { participants: [{ email: mailbox.address }] },
	});
	expect(refused.status).toBe(400);
	expect(refused.body.error).toMatchObject({
		code: "invalid_parameter",
		param: "participants.0.email",
	});
});

it("starts one job for many requests with one key", async () => {
	const { id } = await createTicket(api);
	const headers = { "idempotency-key": crypto.randomUUID() };
	const body = { ids: [id], changes: { priority: "low" } };
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => api.post(PATH, body, headers)),
	);
	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
	expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	const reused = await api.post(
		PATH,
		{ ...body, changes: { priority: "high" } },
		headers,
	);
	expect(reused.body.error.code).toBe("idempotency_key_reused");
	const job = await finished(answers[0]!.body.id);
	expect(job.changed).toBe(1);
});

it("refuses what it cannot do before it begins", async () => {
	const { id } = await createTicket(api);
	const ids = [id];
	const changes = { status: "open" };
	const many = Array.from({ length: 501 }, () => id);
	const invalid: [unknown, string][] = [
		[undefined, "missing_parameter"],
		[{}, "missing_parameter"],
		[{ ids }, "missing_parameter"],
		[{ changes }, "missing_parameter"],
		[{ ids, filter: { tag: "a" }, changes }, "invalid_parameter"],
		[{ ids: [], changes }, "invalid_parameter"],
		[{ ids: many, changes }, "invalid_parameter"],
		[{ ids: ["cnt_1"], changes }, "invalid_parameter"],
		[{ ids, changes: {} }, "missing_parameter"],
		[{ ids, changes: { status: "archived" } }, "invalid_parameter"],
		[{ ids, changes: { external_id: "1" } }, "unknown_parameter"],
		[{ filter: {}, changes }, "missing_parameter"],
		[{ filter: { stats: "open" }, changes }, "unknown_parameter"],
		[{ filter: { status: "all" }, changes }, "invalid_parameter"],
		[{ filter: { waiting: "true" }, changes }, "invalid_parameter"],
		[{ filter: { q: "-word" }, changes }, "invalid_parameter"],
	];
	for (const [body, code] of invalid) {
		const refused = await api.post(PATH, body as object);
		expect(refused.status, JSON.stringify(body)).toBe(400);
		expect(refused.body.error.code, JSON.stringify(body)).toBe(code);
	}
	const broken: [object, string][] = [
		[{ assignee_id: "usr_01h2xcejqtf2nbrexx3vqjhp41" }, "assignee_not_found"],
		[{ group_id: "grp_01h2xcejqtf2nbrexx3vqjhp41" }, "group_not_found"],
		[{ custom_attributes: { nope: 1 } }, "undefined_attribute_key"],
	];
	for (const [fields, code] of broken) {
		const { status, body } = await api.post(PATH, { ids, changes: fields });
		expect([status, body.error.code]).toEqual([422, code]);
	}
	const reader = await product.createKey(workspace, "tickets:read");
	expect((await reader.post(PATH, { ids, changes })).status).toBe(403);
	expect((await api.get(PATH)).status).toBe(405);
});

it("shows a job to its workspace only", async () => {
	const { id } = await createTicket(api);
	const job = await run({ ids: [id], changes: { status: "open" } });
	const other = await product.createWorkspace();
	const unknown = "blk_01h2xcejqtf2nbrexx3vqjhp41";
	for (const path of ["", "/results"]) {
		const answers = await Promise.all(
			[job.id, unknown, "blk_x"].map((each) =>
				other.api.get(`${PATH}/${each}${path}`),
			),
		);
		for (const { status, body } of answers) {
			expect([status, body.error.code]).toEqual([404, "bulk_job_not_found"]);
			expect(body.error.message).toBe(answers[0]!.body.error.message);
		}
	}
	const foreign = await other.api.post(`${PATH}/${job.id}/cancel`);
	expect(foreign.status).toBe(404);
	const writer = await product.createKey(workspace, "tickets:write");
	expect((await writer.get(`${PATH}/${job.id}`)).status).toBe(403);
});

it("changes no further ticket once it is cancelled, and stays as it is afterwards", async () => {
	const started = await api.post(PATH, {
		filter: { created_before: "2100-01-01" },
		changes: { priority: "urgent" },
	});
	const path = `${PATH}/${started.body.id}`;
	const cancelled = await api.post(`${path}/cancel`);
	expect(cancelled.body.status).toBe("cancelled");
	const { changed, unchanged, failed, finished_at } = cancelled.body;
	await api.post(`${path}/cancel`);
	const later = (await api.get(path)).body;
	// The ticket that was in hand may have been finished.
	expect(later.changed - changed).toBeLessThanOrEqual(1);
	expect(later).toMatchObject({ unchanged, failed, finished_at });
});

it("limits the jobs of a workspace that are not finished", async () => {
	const own = await product.createWorkspace();
	await product.insertTickets(own.id, 3_000);
	const answers = await Promise.all(
		Array.from({ length: 14 }, () =>
			own.api.post(PATH, {
				filter: { created_before: "2100-01-01" },
				changes: { priority: "low" },
			}),
		),
	);
	const accepted = answers.filter(({ status }) => status === 202);
	for (const { body } of accepted)
		await own.api.post(`${PATH}/${body.id}/cancel`);
	const next = await own.api.post(PATH, {
		ids: [UNKNOWN],
		changes: { priority: "low" },
	});
	expect(next.status).toBe(202);
	for (const { status, body, headers } of answers) {
		if (status === 202) continue;
		expect([status, body.error.code]).toEqual([429, "concurrency_limit"]);
		expect(headers.get("retry-after")).toBeTruthy();
	}
});
