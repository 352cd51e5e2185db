import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	it,
	vi,
} from "vitest";
import { type Client, expectedError } from "./client.ts";
import { expectIndexed } from "./indexed-articles.ts";
import { startProduct, type TestProduct, TRANSPORTS } from "./product.ts";

const REFUND = {
	title: "Get a refund",
	body: "You can ask for a refund within 30 days of the payment. Open Settings, choose Billing and select the payment.",
};
const OTHER_REFUND = {
	title: "How to get a refund for a payment",
	body: "Write to the refund team. Say which payment it is, and you get the refund within a week.",
};
const DRAFT_TIMEOUT_MS = 15_000;

describe.each(TRANSPORTS)(
	"drafts whose article changes, over %s",
	(transport) => {
		let product: TestProduct;
		let api: Client;
		let article: { id: string };

		beforeAll(async () => {
			product = await startProduct({ transport });
		});
		afterAll(() => product.stop());
		beforeEach(async () => {
			({ api } = await product.createWorkspace());
			article = (await api.post("/v1/knowledge/articles", REFUND)).body;
		});

		const conversation = async ({ id }: { id: string }) =>
			(await api.get(`/v1/conversations/${id}`)).body;
		const draftOf = async ({ id }: { id: string }) =>
			(await api.get(`/v1/conversations/${id}/ai-draft`)).body;
		const approve = ({ id }: { id: string }, body?: object) =>
			api.post(`/v1/conversations/${id}/ai-draft/approve`, body);
		const until = (check: () => Promise<void>) =>
			vi.waitFor(check, { timeout: DRAFT_TIMEOUT_MS, interval: 50 });
		const givenDraft = async () => {
			const { body: ticket } = await api.post("/v1/tickets", {
				subject: "Refund",
				body: "How can I get a refund for my payment?",
				contact: { email: "fay@example.com", name: "Fay" },
			});
			await until(async () =>
				expect((await draftOf(ticket)).status).toBe("ready"),
			);
			return {
				ticket: await conversation(ticket),
				draft: await draftOf(ticket),
			};
		};
		const stale = expectedError("conflict", "draft_stale");

		const REMOVALS: [string, () => Promise<unknown>][] = [
			[
				"archived",
				() => api.post(`/v1/knowledge/articles/${article.id}/archive`),
			],
			[
				"set to draft",
				() =>
					api.patch(`/v1/knowledge/articles/${article.id}`, {
						status: "draft",
					}),
			],
			["deleted", () => api.delete(`/v1/knowledge/articles/${article.id}`)],
		];
		it.each(REMOVALS)(
			"are retracted when it is %s and no other article fits, and cannot be sent from then on",
			async (_how, removeArticle) => {
				const { ticket, draft } = await givenDraft();
				await removeArticle();
				const refused = await approve(ticket, { draft_id: draft.id });
				expect([refused.status, refused.body]).toEqual([409, stale]);
				await until(async () =>
					expect((await conversation(ticket)).ai).toMatchObject({
						draft_ready: false,
						draft_id: null,
						suggested_articles: [],
					}),
				);
				expect(await draftOf(ticket)).toEqual({
					...draft,
					status: "superseded",
					stale: true,
					updated_at: expect.any(String),
				});
				expect((await approve(ticket)).body).toEqual(stale);
				expect(await conversation(ticket)).toMatchObject({
					message_count: 1,
					updated_at: ticket.updated_at,
				});
			},
		);

		it("are retracted without a request for them", async () => {
			const { ticket } = await givenDraft();
			await api.post(`/v1/knowledge/articles/${article.id}/archive`);
			await until(async () =>
				expect((await conversation(ticket)).ai.draft_ready).toBe(false),
			);
		});

		it("are rewritten from the changed article, without a change of the ticket's updated_at", async () => {
			const { ticket, draft } = await givenDraft();
			const body = REFUND.body.replace("30 days", "14 days");
			await api.patch(`/v1/knowledge/articles/${article.id}`, { body });
			await until(async () => {
				const next = await draftOf(ticket);
				expect(next).toMatchObject({ status: "ready", stale: false });
				expect(next.id).not.toBe(draft.id);
			});
			const next = await draftOf(ticket);
			expect(next.body).toContain("14 days");
			expect(next.in_reply_to).toBe(draft.in_reply_to);
			const { ai, updated_at } = await conversation(ticket);
			expect(ai).toMatchObject({ draft_ready: true, draft_id: next.id });
			expect(updated_at).toBe(ticket.updated_at);
			const old = await approve(ticket, { draft_id: draft.id });
			expect(old.body.error).toMatchObject({
				code: "draft_stale",
				param: "draft_id",
			});
			const sent = await approve(ticket, { draft_id: next.id });
			expect(sent.body.message.body).toBe(next.body);
		});

		it("are rewritten from another article that fits", async () => {
			const { ticket, draft } = await givenDraft();
			const { body: other } = await api.post(
				"/v1/knowledge/articles",
				OTHER_REFUND,
			);
			await api.delete(`/v1/knowledge/articles/${article.id}`);
			await until(async () => {
				const next = await draftOf(ticket);
				expect(next).toMatchObject({
					status: "ready",
					sources: [{ article_id: other.id }],
				});
				expect(next.id).not.toBe(draft.id);
			});
		});

		it("do not change when an article that was only suggested is deleted", async () => {
			const path = "/v1/knowledge/articles";
			await api.post(path, OTHER_REFUND);
			await until(() => expectIndexed(api, 2));
			const { ticket, draft } = await givenDraft();
			const [{ article_id: quotedId }] = draft.sources;
			const { suggested_articles } = ticket.ai;
			expect(suggested_articles).toHaveLength(2);
			const isQuoted = ({ article_id }: { article_id: string }) =>
				article_id === quotedId;
			const other = suggested_articles.find(
				(suggested: { article_id: string }) => !isQuoted(suggested),
			);
			await api.delete(`${path}/${other.article_id}`);
			await until(async () =>
				expect((await conversation(ticket)).ai.suggested_articles).toEqual(
					suggested_articles.filter(isQuoted),
				),
			);
			expect(await draftOf(ticket)).toEqual(draft);
		});

		it("are written again when the article is published again", async () => {
			const { ticket, draft } = await givenDraft();
			const path = `/v1/knowledge/articles/${article.id}`;
			await api.post(`${path}/archive`);
			await until(async () =>
				expect((await draftOf(ticket)).status).toBe("superseded"),
			);
			await until(async () => {
				const { body } = await api.get("/v1/knowledge/gaps");
				expect(body.data).toMatchObject([{ ticket_ids: [ticket.id] }]);
			});
			await api.patch(path, { status: "published" });
			await until(async () => {
				const next = await draftOf(ticket);
				expect(next.status).toBe("ready");
				expect(next.id).not.toBe(draft.id);
			});
		});

		it("are retracted on a resolved ticket too, and rewritten when it is reopened", async () => {
			const { ticket, draft } = await givenDraft();
			const path = `/v1/tickets/${ticket.id}`;
			await api.patch(path, { status: "resolved" });
			const body = REFUND.body.replace("30 days", "14 days");
			await api.patch(`/v1/knowledge/articles/${article.id}`, { body });
			await until(async () =>
				expect((await draftOf(ticket)).status).toBe("superseded"),
			);
			const { body: reopened } = await api.patch(path, { status: "pending" });
			await until(async () =>
				expect((await draftOf(ticket)).status).toBe("ready"),
			);
			const next = await draftOf(ticket);
			expect(next.body).toContain("14 days");
			expect(next.in_reply_to).toBe(draft.in_reply_to);
			const { ai, updated_at } = await conversation(ticket);
			expect(ai).toMatchObject({ draft_ready: true, draft_id: next.id });
			expect(updated_at).toBe(reopened.updated_at);
		});

		it("do not change when only the article's tags change", async () => {
			const { ticket, draft } = await givenDraft();
			await api.patch(`/v1/knowledge/articles/${article.id}`, {
				title: REFUND.title,
				body: REFUND.body,
				tags: ["billing"],
			});
			const sent = await approve(ticket, { draft_id: draft.id });
			expect([sent.status, sent.body.message?.body]).toEqual([200, draft.body]);
		});

		it("stay sent if approved before, and the article is no longer suggested", async () => {
			const { ticket } = await givenDraft();
			const sent = await approve(ticket);
			await api.patch(`/v1/tickets/${ticket.id}`, { status: "resolved" });
			const before = await conversation(ticket);
			expect(before.ai.suggested_articles).toHaveLength(1);
			await api.delete(`/v1/knowledge/articles/${article.id}`);
			await until(async () =>
				expect(await conversation(ticket)).toEqual({
					...before,
					ai: { ...before.ai, suggested_articles: [] },
					messages: expect.any(Array),
				}),
			);
			const again = await approve(ticket);
			expect(again.body).toEqual(
				expectedError("conflict", "draft_already_approved"),
			);
			expect(await draftOf(ticket)).toEqual(sent.body.draft);
		});
	},
);
