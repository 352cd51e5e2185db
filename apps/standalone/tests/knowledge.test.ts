import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { startProduct, type TestProduct, TRANSPORTS } from "./product.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NO_ARTICLE = "kb_01h2xcejqtf2nbrexx3vqjhp41";

const PASSWORD = {
	title: "Reset your password",
	body: "Open the sign-in page and choose Forgot password. Enter the email address of your account. We send you a link that works for one hour. Follow it and choose a new password.",
};
const INVOICE = {
	title: "Download an invoice",
	body: "Invoices are in Settings under Billing. Choose the month and select Download as PDF. Owners can have invoices sent to an accountant every month.",
};

describe.each(TRANSPORTS)("knowledge over %s", (transport) => {
	let product: TestProduct;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		api = (await product.createWorkspace()).api;
	});
	afterAll(() => product.stop());

	const publish = async (fields: object, client = api) => {
		const answer = await client.post("/v1/knowledge/articles", fields);
		expect(answer.status, answer.text).toBe(201);
		return answer.body;
	};
	const search = async (query: string, client = api, fields: object = {}) => {
		const answer = await client.post("/v1/knowledge/search", {
			query,
			...fields,
		});
		expect(answer.status, answer.text).toBe(200);
		return answer.body.results as {
			article_id: string;
			title: string;
			relevance_score: number;
			excerpt: string;
		}[];
	};
	const gaps = async (client: Client, status = "open") =>
		(await client.get("/v1/knowledge/gaps", { status })).body.data;

	it("creates an article with exactly the documented fields", async () => {
		const answer = await api.post("/v1/knowledge/articles", {
			...PASSWORD,
			tags: ["account", " account ", "login"],
		});
		expect(answer.status).toBe(201);
		expect(answer.body).toEqual({
			id: expect.stringMatching(/^kb_[0-9a-z]{26}$/),
			...PASSWORD,
			tags: ["account", "login"],
			status: "published",
			word_count: 32,
			retrieval_count: 0,
			indexed_at: null,
			created_at: expect.stringMatching(TIME),
			updated_at: answer.body.created_at,
		});
		expect(answer.headers.get("location")).toBe(
			`/v1/knowledge/articles/${answer.body.id}`,
		);
		await vi.waitFor(async () => {
			const { body } = await api.get(
				`/v1/knowledge/articles/${answer.body.id}`,
			);
			expect(body.indexed_at).toMatch(TIME);
		}, 10_000);
	});

	it("accepts an article of the maximum length without a word", async () => {
		const article = await publish({
			title: "Empty",
			body: "—".repeat(500_000),
		});
		expect(article.word_count).toBe(0);
	});

	it("finds text next to letters with unbounded combining marks", async () => {
		const { api } = await product.createWorkspace();
		const marks = `a${"\u0315\u0300\u05ae\u0316".repeat(100_000)}`;
		const { id } = await publish(
			{ title: "Zeppelin", body: `${marks}. Open the zeppelin's hatch.` },
			api,
		);
		const [result] = await search("open the zeppelin's hatch", api);
		expect(result?.article_id).toBe(id);
		expect(await search(marks.slice(0, 1_000), api)).toEqual([]);
	});

	it("finds the matching article in spite of a misspelled question, and counts it", async () => {
		const { api } = await product.createWorkspace();
		const password = await publish(PASSWORD, api);
		await publish(INVOICE, api);
		const results = await search("How can I reset my pasword?", api);
		expect(results[0]).toEqual({
			article_id: password.id,
			title: PASSWORD.title,
			relevance_score: expect.any(Number),
			excerpt: expect.stringContaining("password"),
		});
		expect(results[0]!.excerpt.length).toBeLessThanOrEqual(300);
		expect(results[0]!.relevance_score).toBeLessThanOrEqual(1);
		await vi.waitFor(async () => {
			const { body } = await api.get(`/v1/knowledge/articles/${password.id}`);
			expect(body.retrieval_count).toBe(1);
		}, 10_000);
		expect(await search("reset password", api, { tags: ["none"] })).toEqual([]);
	});

	it("finds every article that contains the query's words", async () => {
		const { api } = await product.createWorkspace();
		const titles = Array.from({ length: 12 }, (_, i) => `Fees in country ${i}`);
		for (const title of titles) {
			const body = `${title} are taken by the bank, not by us.`;
			await publish({ title, body }, api);
		}
		await publish(PASSWORD, api);
		const found = async (topK: number) =>
			(await search("country fees", api, { top_k: topK })).length;
		await vi.waitFor(async () => expect(await found(100)).toBe(12), 10_000);
		expect(await found(5)).toBe(5);
	});

	it("never returns an archived, unpublished or deleted article", async () => {
		const { api } = await product.createWorkspace();
		const article = await publish(PASSWORD, api);
		const path = `/v1/knowledge/articles/${article.id}`;
		const isFound = async () =>
			(await search("reset my password", api)).length > 0;
		expect(await isFound()).toBe(true);
		const archived = await api.post(`${path}/archive`);
		expect(archived.body.status).toBe("archived");
		expect(await isFound()).toBe(false);
		const again = await api.post(`${path}/archive`);
		expect(again.body).toMatchObject({
			status: "archived",
			updated_at: archived.body.updated_at,
		});
		await api.patch(path, { status: "published" });
		expect(await isFound()).toBe(true);
		await api.patch(path, { status: "draft" });
		expect(await isFound()).toBe(false);
		await api.patch(path, { status: "published" });
		const deleted = await api.delete(path);
		expect(deleted.body).toEqual({ id: article.id, deleted: true });
		expect(await isFound()).toBe(false);
		for (const answer of await Promise.all([
			api.get(path),
			api.patch(path, { title: "x" }),
			api.delete(path),
			api.post(`${path}/archive`),
			api.get(`/v1/knowledge/articles/${NO_ARTICLE}`),
		])) {
			expect(answer.status).toBe(404);
			expect(answer.body).toEqual(
				expectedError("not_found", "article_not_found"),
			);
		}
	});

	it("keeps workspaces apart", async () => {
		const mine = await publish(PASSWORD);
		const otherApi = (await product.createWorkspace()).api;
		expect(await search("reset my password", otherApi)).toEqual([]);
		const path = `/v1/knowledge/articles/${mine.id}`;
		for (const answer of await Promise.all([
			otherApi.get(path),
			otherApi.patch(path, { title: "x" }),
			otherApi.delete(path),
			otherApi.post(`${path}/archive`),
		])) {
			expect(answer.status).toBe(404);
		}
		expect((await otherApi.get("/v1/knowledge/articles")).body.data).toEqual(
			[],
		);
		expect((await gaps(api)).length).toBe(0);
	});

	it("lists by status, tag and sort, page by page", async () => {
		const { api } = await product.createWorkspace();
		const a = await publish({ title: "b", body: "x", tags: ["t"] }, api);
		const b = await publish({ title: "a", body: "x", status: "draft" }, api);
		const c = await publish({ title: "c", body: "x", tags: ["t"] }, api);
		await api.post(`/v1/knowledge/articles/${c.id}/archive`);
		const ids = async (query: Record<string, string>) =>
			(await api.get("/v1/knowledge/articles", query)).body.data.map(
				({ id }: { id: string }) => id,
			);
		expect(await ids({})).toEqual([b.id, a.id]);
		expect(await ids({ status: "all", sort: "title:asc" })).toEqual([
			b.id,
			a.id,
			c.id,
		]);
		expect(await ids({ status: "archived" })).toEqual([c.id]);
		expect(await ids({ status: "all", tag: "t" })).toEqual([c.id, a.id]);
		const seen: string[] = [];
		let cursor = "";
		do {
			const { body } = await api.get("/v1/knowledge/articles", {
				status: "all",
				sort: "title:desc",
				limit: 1,
				...(cursor && { cursor }),
			});
			seen.push(...body.data.map(({ id }: { id: string }) => id));
			cursor = body.next_cursor ?? "";
		} while (cursor);
		expect(seen).toEqual([c.id, a.id, b.id]);
	});

	it("lists articles whose title has the words", async () => {
		const { api } = await product.createWorkspace();
		const titles = ["Rückgabe in Österreich", "100 % cotton", "a_b", "axb"];
		for (const title of titles) await publish({ title, body: "x" }, api);
		const list = async (q: string, query: object = {}) =>
			(await api.get("/v1/knowledge/articles", { q, ...query })).body;
		const found = async (q: string) =>
			(await list(q)).data.map(({ title }: { title: string }) => title);
		expect(await found("ÖSTERREICH rück")).toEqual([titles[0]]);
		expect(await found("%")).toEqual([titles[1]]);
		expect(await found("a_b")).toEqual([titles[2]]);
		expect(await found("\\")).toEqual([]);
		expect(await found("cotton österreich")).toEqual([]);
		const first = await list("b", { sort: "title:asc", limit: 1 });
		const next = { sort: "title:asc", limit: 1, cursor: first.next_cursor };
		expect(first.data[0].title).toBe("Rückgabe in Österreich");
		expect((await list("b", next)).data[0].title).toBe("a_b");
		expect((await list("x", next)).error.code).toBe("invalid_cursor");
		expect((await list(" ")).error.param).toBe("q");
	});

	it("replays a create with the same key", async () => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const fields = { title: "Once", body: "x" };
		const first = await api.post("/v1/knowledge/articles", fields, headers);
		const second = await api.post("/v1/knowledge/articles", fields, headers);
		expect(second.status).toBe(201);
		expect(second.text).toBe(first.text);
		expect(second.headers.get("idempotent-replayed")).toBe("true");
	});

	it("names no deleted ticket in a gap, but still counts it", async () => {
		const { api } = await product.createWorkspace();
		const createQuestion = async (email: string) =>
			(
				await api.post("/v1/tickets", {
					subject: "Bitcoin",
					body: "Can I pay with bitcoin?",
					contact: { email },
				})
			).body.id as string;
		const deleted = await createQuestion("one@example.com");
		const kept = await createQuestion("two@example.com");
		await vi.waitFor(async () => {
			const [gap] = await gaps(api);
			expect(gap).toMatchObject({ frequency: 2 });
			expect(gap.ticket_ids.toSorted()).toEqual([deleted, kept].toSorted());
		}, 15_000);
		await api.delete(`/v1/tickets/${deleted}`);
		await vi.waitFor(async () => {
			expect(await gaps(api)).toMatchObject([
				{ frequency: 2, ticket_ids: [kept] },
			]);
		}, 15_000);
	});

	it("counts unanswered phrasings as one gap, and closes it when an article answers them", async () => {
		const { api } = await product.createWorkspace();
		await publish(INVOICE, api);
		const questions = [
			"How do I reset my password?",
			"how do i reset my password",
			"I need to reset my password",
		];
		for (const question of questions) {
			expect(await search(question, api)).toEqual([]);
		}
		await vi.waitFor(
			async () => expect(await gaps(api)).toMatchObject([{ frequency: 3 }]),
			10_000,
		);
		const [gap] = await gaps(api);
		expect(gap).toMatchObject({
			id: expect.stringMatching(/^gap_[0-9a-z]{26}$/),
			status: "open",
			ticket_ids: [],
			resolved_by_article_id: null,
		});
		expect(gap.example_queries).toContain(questions[0]);
		const article = await publish(PASSWORD, api);
		await vi.waitFor(async () => {
			expect(await gaps(api)).toEqual([]);
			const [resolved] = await gaps(api, "resolved");
			expect(resolved).toMatchObject({
				id: gap.id,
				status: "resolved",
				resolved_by_article_id: article.id,
			});
		}, 10_000);
		await api.delete(`/v1/knowledge/articles/${article.id}`);
		await vi.waitFor(async () => {
			expect((await gaps(api))[0]).toMatchObject({ id: gap.id });
		}, 10_000);
	});

	it.each<[object, string]>([
		[{}, "query"],
		[{ query: "" }, "query"],
		[{ query: "  " }, "query"],
		[{ query: 5 }, "query"],
		[{ query: "x".repeat(10_001) }, "query"],
		[{ query: "x", top_k: 0 }, "top_k"],
		[{ query: "x", top_k: -1 }, "top_k"],
		[{ query: "x", top_k: 1.5 }, "top_k"],
		[{ query: "x", top_k: "5" }, "top_k"],
		[{ query: "x", top_k: 101 }, "top_k"],
		[{ query: "x", topk: 5 }, "topk"],
	])("refuses to search for %j", async (body, param) => {
		const answer = await api.post("/v1/knowledge/search", body);
		expect(answer.status, answer.text).toBe(400);
		expect(answer.body.error.param).toBe(param);
	});

	it("accepts any text as a query", async () => {
		for (const query of [`x" OR workspace_id != "`, "🤷", "%00", "*"]) {
			await search(query);
		}
	});
});
