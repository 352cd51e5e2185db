import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client, Query } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const LISTS = ["/v1/tickets", "/v1/conversations"];

describe.each(TRANSPORTS)("over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;
	beforeAll(async () => {
		product = await startProduct({ transport });
	});
	beforeAll(async () => {
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	const list = async (path: string, query: Query) => {
		const { status, body, text } = await api.get(path, query);
		expect(status, text).toBe(200);
		return body;
	};
	const subjects = async (query: Query) => {
		const { data } = await list("/v1/tickets", query);
		return data.map(({ subject }: { subject: string }) => subject);
	};

	it.each(LISTS)(
		"continues %s where it was left, at any time",
		async (path) => {
			workspace = await product.createWorkspace();
			api = workspace.api;
			const sort = "updated_at:asc";
			const empty = await list(path, { sort });
			expect(empty).toEqual({
				data: [],
				has_more: false,
				next_cursor: null,
				sync_cursor: expect.any(String),
			});
			const made = [];
			for (const subject of ["a", "b", "c"]) {
				made.push(await createTicket(api, { subject }));
			}
			const seen: string[] = [];
			let cursor: string = empty.sync_cursor;
			const follow = async () => {
				for (let more = true; more; ) {
					const page = await list(path, { sort, limit: 2, cursor });
					seen.push(...page.data.map(({ id }: { id: string }) => id));
					more = page.has_more;
					expect(page.next_cursor).toBe(more ? page.sync_cursor : null);
					cursor = page.sync_cursor;
				}
			};
			await follow();
			expect(seen).toEqual(made.map(({ id }) => id));
			await follow();
			expect(seen).toHaveLength(3);
			await api.patch(`/v1/tickets/${made[0].id}`, { priority: "high" });
			await follow();
			expect(seen.slice(3)).toEqual([made[0].id]);
			const other = await product.createWorkspace();
			for (const answer of [
				await api.get(path, { sort, cursor, status: "open" }),
				await api.get(path, { sort: "updated_at:desc", cursor }),
				await other.api.get(path, { sort, cursor }),
			]) {
				expect(answer.status).toBe(400);
				expect(answer.body.error.code).toBe("invalid_cursor");
			}
			expect(await list(path, { sort: "created_at:asc" })).not.toHaveProperty(
				"sync_cursor",
			);
		},
	);

	it("filters by the time of the last change", async () => {
		const first = await createTicket(api, { subject: "first" });
		const second = await createTicket(api, { subject: "second" });
		const { body: changed } = await api.patch(`/v1/tickets/${first.id}`, {
			subject: "first, changed",
		});
		const after = { updated_after: second.updated_at };
		expect(await subjects(after)).toEqual(["first, changed"]);
		expect(
			await subjects({ ...after, updated_before: changed.updated_at }),
		).toEqual([]);
		expect(
			await subjects({
				created_after: first.created_at,
				updated_before: changed.updated_at,
			}),
		).toContain("second");
		expect(
			(await api.get("/v1/tickets", { updated_after: "now" })).status,
		).toBe(400);
	});

	it("filters by whether the customer waits", async () => {
		workspace = await product.createWorkspace();
		api = workspace.api;
		await createTicket(api, { subject: "waits" });
		const answered = await createTicket(api, { subject: "answered" });
		await api.post(`/v1/tickets/${answered.id}/messages`, {
			body: "Here you are.",
			type: "outbound",
		});
		expect(await subjects({ waiting: "true" })).toEqual(["waits"]);
		expect(await subjects({ waiting: "false" })).toEqual(["answered"]);
		expect(await subjects({ waiting: "true", status: "pending" })).toEqual([]);
		const refused = await api.get("/v1/tickets", { waiting: "yes" });
		expect(refused.status).toBe(400);
		expect(refused.body.error).toMatchObject({
			code: "invalid_parameter",
			param: "waiting",
		});
	});
});
