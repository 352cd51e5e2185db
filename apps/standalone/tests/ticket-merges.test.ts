import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "./client.ts";
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

const merge = (id: string, into: string, client = api, headers = {}) =>
	client.post(`/v1/tickets/${id}/merge`, { into }, headers);
const unmerge = (id: string, client = api, headers = {}) =>
	client.post(`/v1/tickets/${id}/unmerge`, undefined, headers);
const note = (id: string, body = "A note.") =>
	api.post(`/v1/tickets/${id}/messages`, { body, type: "note" });
const eventsOf = async (id: string) =>
	(await product.eventsOf("tickets", workspace.id, id)).map(({ type }) => type);

async function createPair(source: object = {}, target: object = {}) {
	return [
		await createTicket(api, source),
		await createTicket(api, target),
	] as const;
}

it("moves messages in order of time and tags, shows merged_into, and undoes it", async () => {
	const [source, target] = await createPair(
		{ tags: ["late", "vip"], subject: "Zeppelin parcel" },
		{ tags: ["vip"] },
	);
	await note(source.id, "Quokka.");
	await note(target.id, "In the target.");
	const path = `/v1/conversations/${source.id}`;
	const before = (await api.get(path)).body;
	const merged = await merge(source.id, target.id);
	expect(merged.status, merged.text).toBe(200);
	expect(merged.body).toMatchObject({ id: target.id, tags: ["vip", "late"] });
	const shown = (await api.get(path)).body;
	expect(shown).toMatchObject({
		merged_into: target.id,
		message_count: 0,
		messages: [],
		waiting_since: null,
	});
	const { body: list } = await api.get(`/v1/tickets/${target.id}/messages`);
	expect(list.data).toHaveLength(4);
	const times = list.data.map((m: { created_at: string }) => m.created_at);
	expect([...times].sort()).toEqual(times);
	for (const [name, value] of [
		["q", "quokka"],
		["tag", "late"],
	] as const) {
		const { body } = await api.get("/v1/tickets", { [name]: value });
		expect(body.data.map(({ id }: { id: string }) => id)).toEqual([target.id]);
	}
	const listed = await api.get("/v1/tickets", { merged_into: target.id });
	expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([
		source.id,
	]);
	const reply = await note(target.id, "Written since.");
	const undone = await unmerge(source.id);
	expect(undone.status, undone.text).toBe(200);
	expect((await api.get(path)).body).toEqual({
		...before,
		updated_at: undone.body.updated_at,
	});
	const left = (await api.get(`/v1/conversations/${target.id}`)).body;
	expect(left).toMatchObject({ tags: ["vip"], message_count: 3 });
	expect(left.messages.at(-1).id).toBe(reply.body.id);
	const found = await api.get("/v1/tickets/search", { q: "quokka" });
	expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([
		source.id,
	]);
	expect(await eventsOf(source.id)).toEqual(
		expect.arrayContaining(["ticket.merged", "ticket.unmerged"]),
	);
});

it("answers ticket_merged to every change of a merged ticket", async () => {
	const [source, target] = await createPair({ external_id: "merged-1" });
	await merge(source.id, target.id);
	const ticket = `/v1/tickets/${source.id}`;
	const conversation = `/v1/conversations/${source.id}`;
	const reply = { body: "Hello", type: "outbound" };
	const files = [
		{ filename: "a.txt", content_type: "text/plain", data: "YQ==" },
	];
	const last = { if_last_message_id: "msg_01h2xcejqtf2nbrexx3vqjhp41" };
	const changes: [string, Promise<{ status: number; body: unknown }>][] = [
		["patch", api.patch(ticket, { status: "pending" })],
		["patch of nothing", api.patch(ticket, {})],
		["patch of the conversation", api.patch(conversation, {})],
		["delete", api.delete(ticket)],
		["restore", api.post(`${ticket}/restore`)],
		["reply", api.post(`${ticket}/messages`, reply)],
		["guarded", api.post(`${ticket}/messages`, { ...reply, ...last })],
		["file", api.post(`${ticket}/messages`, { ...reply, attachments: files })],
		["note", api.post(`${conversation}/messages`, { ...reply, type: "note" })],
		["tag", api.post(`${ticket}/tags`, { tags: ["x"] })],
		["untag", api.delete(`${ticket}/tags/x`)],
		["approve", api.post(`${conversation}/ai-draft/approve`)],
		["discard", api.post(`${conversation}/ai-draft/discard`)],
		["merge", merge(source.id, target.id)],
		[
			"upsert",
			api.post("/v1/tickets?upsert=external_id", {
				subject: "x",
				body: "x",
				contact: { email: "a@b.example" },
				external_id: "merged-1",
			}),
		],
	];
	for (const [name, change] of changes) {
		const { status, body } = await change;
		expect(status, name).toBe(409);
		expect(body, name).toMatchObject({
			error: {
				type: "conflict",
				code: "ticket_merged",
				merged_into: target.id,
			},
		});
	}
	expect((await api.get(ticket)).body.merged_into).toBe(target.id);
});

it("refuses merges that make no sense", async () => {
	const [a, b] = await createPair();
	const c = await createTicket(api);
	const other = await product.createWorkspace();
	const foreign = await createTicket(other.api);
	const deleted = await createTicket(api);
	await api.delete(`/v1/tickets/${deleted.id}`);
	const unknown = "tkt_01h2xcejqtf2nbrexx3vqjhp41";
	const refusals = [];
	for (const into of [foreign.id, deleted.id, unknown]) {
		const { status, body } = await merge(a.id, into);
		expect(status).toBe(422);
		expect(body.error.code).toBe("invalid_merge");
		refusals.push({ ...body.error, request_id: "" });
		expect((await merge(into, a.id)).status).toBe(404);
		expect((await unmerge(into)).status).toBe(404);
	}
	expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1);
	expect((await merge(a.id, a.id)).body.error.code).toBe("invalid_merge");
	expect((await unmerge(a.id)).body.error.code).toBe("invalid_merge");
	expect((await merge(a.id, b.id)).status).toBe(200);
	// A circle, and a merge into a ticket that is merged itself.
	expect((await merge(b.id, a.id)).body.error.code).toBe("invalid_merge");
	expect((await merge(c.id, a.id)).body.error.code).toBe("invalid_merge");
	// A ticket that others were merged into can be merged; the last merge is undone first.
	expect((await merge(b.id, c.id)).status).toBe(200);
	expect((await unmerge(a.id)).body.error.code).toBe("invalid_merge");
	expect((await unmerge(b.id)).status).toBe(200);
	expect((await unmerge(a.id)).status).toBe(200);
	for (const body of [undefined, {}, { into: 1 }, { into: "cnt_1" }])
		expect((await api.post(`/v1/tickets/${a.id}/merge`, body)).status).toBe(
			400,
		);
	const reader = await product.createKey(workspace, "tickets:read");
	expect((await merge(a.id, b.id, reader)).status).toBe(403);
	expect((await unmerge(a.id, reader)).status).toBe(403);
});

it("merges and unmerges once for many requests with one key, and replays the responses", async () => {
	const [source, target] = await createPair();
	const headers = { "idempotency-key": crypto.randomUUID() };
	const merges = await Promise.all(
		Array.from({ length: 10 }, () => merge(source.id, target.id, api, headers)),
	);
	expect(new Set(merges.map(({ text }) => text)).size).toBe(1);
	expect(merges[0]!.status).toBe(200);
	const unmerges = await Promise.all(
		Array.from({ length: 10 }, () => unmerge(source.id, api, headers)),
	);
	expect(new Set(unmerges.map(({ text }) => text)).size).toBe(1);
	expect(unmerges[0]!.status).toBe(200);
	const types = await eventsOf(source.id);
	expect(types.filter((type) => type === "ticket.merged")).toHaveLength(1);
	expect(types.filter((type) => type === "ticket.unmerged")).toHaveLength(1);
	expect((await merge(source.id, target.id, api, headers)).status).toBe(200);
	expect((await api.get(`/v1/tickets/${source.id}`)).body.merged_into).toBe(
		undefined,
	);
});

it("deletes and restores what was merged into a ticket with it", async () => {
	const [source, target] = await createPair({ tags: ["sunk"] });
	await merge(source.id, target.id);
	await api.delete(`/v1/tickets/${target.id}`);
	for (const id of [source.id, target.id])
		expect((await api.get(`/v1/tickets/${id}`)).status).toBe(404);
	const alone = await api.post(`/v1/tickets/${source.id}/restore`);
	expect(alone.body.error.code).toBe("ticket_merged");
	expect((await api.post(`/v1/tickets/${target.id}/restore`)).status).toBe(200);
	expect((await api.get(`/v1/tickets/${source.id}`)).body.merged_into).toBe(
		target.id,
	);
	expect((await unmerge(source.id)).body.tags).toEqual(["sunk"]);
	const types = await eventsOf(source.id);
	expect(types).toEqual(
		expect.arrayContaining(["ticket.deleted", "ticket.restored"]),
	);
});

it("erases what a contact wrote in a ticket that was merged into another contact's", async () => {
	const word = "zanzibarian";
	const email = `eve.${crypto.randomUUID()}@example.com`;
	const [source, target] = await createPair({
		contact: { email, name: "Eve Zanzibari" },
		body: `My ${word} order.`,
	});
	await note(source.id, "Eve Zanzibari called.");
	await merge(source.id, target.id);
	const contact = (await api.get(`/v1/tickets/${source.id}`)).body.contact.id;
	expect((await api.delete(`/v1/contacts/${contact}`)).status).toBe(200);
	await expect
		.poll(
			async () => {
				await product.runJobsNow();
				return product.tablesWith([word, "Zanzibari", email]);
			},
			{ timeout: 20_000 },
		)
		.toEqual([]);
	const left = (await api.get(`/v1/conversations/${target.id}`)).body;
	expect(left.subject).toBe(target.subject);
	expect(left.message_count).toBe(3);
	expect(
		left.messages.some(
			(m: { body: string }) => m.body === "I ordered a week ago.",
		),
	).toBe(true);
});

it("serves the files of moved messages under every ticket that they were in", async () => {
	const [source, target] = await createPair();
	const last = await createTicket(api);
	const { body } = await api.post(`/v1/tickets/${source.id}/messages`, {
		body: "A file.",
		type: "note",
		attachments: [
			{ filename: "a.txt", content_type: "text/plain", data: "YQ==" },
		],
	});
	const [{ url }] = body.attachments;
	const statuses = () =>
		Promise.all(
			[source, target, last].map(async ({ id }) => {
				const { status } = await api.get(url.replace(source.id, id));
				return status;
			}),
		);
	await merge(source.id, target.id);
	expect(await statuses()).toEqual([200, 200, 404]);
	await merge(target.id, last.id);
	expect(await statuses()).toEqual([200, 200, 200]);
	await unmerge(target.id);
	expect(await statuses()).toEqual([200, 200, 404]);
	await unmerge(source.id);
	expect(await statuses()).toEqual([200, 404, 404]);
});
