import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiResponse } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const ARTICLES = "/v1/knowledge/articles";

describe.each(TRANSPORTS)(
	"events of the knowledge base over %s",
	(transport) => {
		let product: TestProduct;
		let workspace: TestWorkspace;

		beforeAll(async () => {
			product = await startProduct({ transport });
			workspace = await product.createWorkspace();
		});
		afterAll(() => product.stop());

		const eventsOf = (id: string) =>
			product.eventsOf("knowledge", workspace.id, id);
		const requestOf = ({ headers }: ApiResponse) => headers.get("x-request-id");

		it("are written with the key and request of each change, and the article as GET returns it", async () => {
			const { api } = workspace;
			// A draft is not indexed, so that no job changes it between the change and the GET.
			const draft = {
				title: "Exports",
				body: "Choose Export.",
				status: "draft",
			};
			const headers = { "idempotency-key": crypto.randomUUID() };
			const created = await api.post(ARTICLES, draft, headers);
			const { id } = created.body;
			const path = `${ARTICLES}/${id}`;
			const shown = [(await api.get(path)).text];
			await api.post(ARTICLES, draft, headers);
			const updated = await api.patch(path, { title: "Export" });
			shown.push((await api.get(path)).text);
			await api.patch(path, { title: "Export" });
			const archived = await api.post(`${path}/archive`);
			shown.push((await api.get(path)).text);
			await api.post(`${path}/archive`);
			const deleted = await api.delete(path);
			await api.delete(path);

			const events = await eventsOf(id);
			expect(events.map(({ type }) => type)).toEqual([
				"article.created",
				"article.updated",
				"article.archived",
				"article.deleted",
			]);
			expect(events.map(({ request_id }) => request_id)).toEqual(
				[created, updated, archived, deleted].map(requestOf),
			);
			expect(events.map(({ object }) => object)).toEqual([...shown, shown[2]]);
			for (const { actor } of events)
				expect(actor).toMatch(/^api_key key_[0-9a-z]{26}$/);
		});

		it("are written of a gap by the system, and the gap as the list returns it without the words of customers", async () => {
			const { api } = workspace;
			await api.post("/v1/knowledge/search", { query: "zebra piano tower" });
			const gap = await vi.waitFor(async () => {
				const { body } = await api.get("/v1/knowledge/gaps");
				expect(body.data).toHaveLength(1);
				return body.data[0];
			}, 10_000);
			const { topic, example_queries, ...rest } = gap;
			expect([topic, ...example_queries]).toContain("zebra piano tower");
			expect(await eventsOf(gap.id)).toEqual([
				{
					type: "gap.opened",
					actor: "system ",
					request_id: "",
					object: JSON.stringify(rest),
				},
			]);
		});
	},
);
