import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NO_TICKET = "tkt_01h2xcejqtf2nbrexx3vqjhp41";

describe.each(TRANSPORTS)("changing tickets over %s", (transport) => {
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

	it("changes only the fields of a PATCH", async () => {
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

	it("does not change updated_at on an empty PATCH", async () => {
		const ticket = await create();
		const patched = await api.patch(`/v1/tickets/${ticket.id}`, {});
		expect(patched.status).toBe(200);
		expect(patched.body.updated_at).toBe(ticket.updated_at);
	});

	it("loses no update when twenty clients change one ticket concurrently", async () => {
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

	it("returns the agent and the group in every response during concurrent reassignments", async () => {
		const { agents, groups } = workspace;
		const ticket = await create();
		const path = `/v1/tickets/${ticket.id}`;
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, i) =>
				i % 3 === 2
					? api.post(`${path}/tags`, { tags: [`tag-${i}`] })
					: api.patch(path, {
							assignee_id: agents[i % 2]!.id,
							group_id: i % 4 === 0 ? null : groups[i % 2]!.id,
						}),
			),
		);
		for (const { body } of answers) {
			expect([null, ...agents]).toContainEqual(body.assignee);
			expect([null, ...groups]).toContainEqual(body.group);
		}
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

	it("accepts at most fifty tags", async () => {
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

	it("returns the same for a deleted ticket as for an unknown one", async () => {
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

	it("returns the same for another workspace's ticket as for an unknown one", async () => {
		const ticket = await create();
		const otherApi = (await product.createWorkspace()).api;
		const path = `/v1/tickets/${ticket.id}`;
		const unknown = await api.get(`/v1/tickets/${NO_TICKET}`);
		for (const answer of await Promise.all([
			otherApi.get(path),
			otherApi.patch(path, { status: "resolved" }),
			otherApi.delete(path),
			otherApi.get(`${path}/messages`),
			otherApi.post(`${path}/messages`, { body: "x", type: "note" }),
			otherApi.post(`${path}/tags`, { tags: ["x"] }),
			otherApi.get(`/v1/conversations/${ticket.id}`),
			otherApi.get(`/v1/conversations/${ticket.id}/ai-draft`),
			otherApi.post(`/v1/conversations/${ticket.id}/ai-draft/approve`),
		])) {
			expect(answer.status).toBe(404);
			expect(withoutRequestId(answer.text)).toBe(
				withoutRequestId(unknown.text),
			);
		}
		expect((await otherApi.get("/v1/tickets")).body.data).toEqual([]);
		const { body } = await api.get(path);
		expect(body).toMatchObject({ status: "open", tags: [] });
	});
});

function withoutRequestId(text: string): string {
	return text.replace(/req_[0-9a-z]{26}/g, "req");
}
