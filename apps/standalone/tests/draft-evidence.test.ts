import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { startProduct, type TestProduct, TRANSPORTS } from "./product.ts";

const BODY = `# 🎉 Refunds

You can ask for a refund within **30 days** of the payment. Read [the terms](https://terms.example/refunds).

1. Open Settings and choose _Billing_.
2. Select the payment and choose *Ask for a refund*.

The money is back within five working days. ✅`;
const DRAFT_TIMEOUT_MS = 15_000;

interface Sentence {
	readonly text: string;
	readonly sources: { article_id: string; start: number; end: number }[];
	readonly unsupported: boolean;
}

describe.each(TRANSPORTS)("evidence of drafts over %s", (transport) => {
	let product: TestProduct;
	let api: Client;
	let article: { id: string };

	beforeAll(async () => {
		product = await startProduct({ transport });
		({ api } = await product.createWorkspace());
		article = (
			await api.post("/v1/knowledge/articles", {
				title: "Get a refund",
				body: BODY,
			})
		).body;
	});
	afterAll(() => product.stop());

	it("points from each sentence into the article's text", async () => {
		const { body: ticket } = await api.post("/v1/tickets", {
			subject: "Refund",
			body: "How can I get a refund for my payment?",
			contact: { email: "fay@example.com", name: "Fay" },
		});
		const draft = await vi.waitFor(async () => {
			const path = `/v1/conversations/${ticket.id}/ai-draft`;
			const response = await api.get(path);
			expect(response.status).toBe(200);
			return response.body;
		}, DRAFT_TIMEOUT_MS);
		const shown = await api.get(`/v1/knowledge/articles/${article.id}/text`);
		expect(shown.body).toMatchObject({ article_id: article.id });
		const characters = [...shown.body.text];
		const sentences: Sentence[] = draft.sentences;
		expect(sentences[0]).toEqual({
			text: "Hello Fay,",
			sources: [],
			unsupported: false,
		});
		const quotes = sentences.filter(({ sources }) => sources.length > 0);
		expect(quotes.length).toBeGreaterThan(3);
		for (const { text, sources, unsupported } of quotes) {
			const [{ article_id, start, end }] = sources as [Sentence["sources"][0]];
			expect(article_id).toBe(article.id);
			expect(characters.slice(start, end).join("")).toBe(text);
			expect(unsupported).toBe(false);
		}
		expect(
			sentences
				.map(({ text }) => text)
				.join(" ")
				.replace(/\s+/g, " "),
		).toBe(draft.body.replace(/\s+/g, " "));
		const { body } = await api.get("/v1/events", {
			types: "draft.ready",
			resource: draft.id,
		});
		for (const event of body.data)
			expect(event.data.object.sentences).toEqual(sentences);
	});

	it("answers each question of a mail from its own article", async () => {
		const address = await api.post("/v1/knowledge/articles", {
			title: "Change the delivery address of an order",
			body: "Open Orders, choose the order and press Change address. Once the parcel has left, the delivery address cannot be changed.",
		});
		const { body: ticket } = await api.post("/v1/tickets", {
			subject: "Two questions",
			body: "Hello,\n\nI have two questions. How can I get a refund for my payment? And how do I change the delivery address of my order?\n\nThanks\nFay",
			contact: { email: "fay@example.com", name: "Fay" },
		});
		const path = `/v1/conversations/${ticket.id}`;
		const draft = await vi.waitFor(async () => {
			const response = await api.get(`${path}/ai-draft`);
			expect(response.status).toBe(200);
			return response.body;
		}, DRAFT_TIMEOUT_MS);
		const ids = [article.id, address.body.id];
		const sourcesOf = (list: { article_id: string }[]) =>
			list.map(({ article_id }) => article_id);
		expect(sourcesOf(draft.sources)).toEqual(ids);
		const evidence = draft.sentences.flatMap((one: Sentence) => one.sources);
		expect([...new Set(sourcesOf(evidence))]).toEqual(ids);
		expect(draft.body).toContain("Open Settings and choose Billing.");
		expect(draft.body).toContain("\n\nOpen Orders, choose the order and");
		expect(draft.body).toContain(
			"\n\nSource: Get a refund; Change the delivery address of an order\n\n",
		);
		const { body: conversation } = await api.get(path);
		const suggested = conversation.ai.suggested_articles;
		expect(sourcesOf(suggested).toSorted()).toEqual(ids.toSorted());
		const scores: number[] = suggested.map(
			(one: { relevance_score: number }) => one.relevance_score,
		);
		expect(scores).toEqual(scores.toSorted((a, b) => b - a));
	});

	it("returns no text of an article that is not there", async () => {
		const other = await product.createWorkspace();
		const path = `/v1/knowledge/articles/${article.id}/text`;
		const foreign = await other.api.get(path);
		expect([foreign.status, foreign.body]).toEqual([
			404,
			expectedError("not_found", "article_not_found"),
		]);
		const writer = await product.createKey(other, "knowledge:write");
		expect((await writer.get(path)).status).toBe(403);
	});
});
