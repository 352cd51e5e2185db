import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createMailbox } from "./mail.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const REFUND = {
	title: "Get a refund",
	body: "You can createQuestion for a refund within 30 days of the payment.\n\n1. Open Settings and choose Billing.\n2. Select the payment and choose Ask for a refund.\n3. Say in a few words why.\n\nThe money is back on your card within five working days.",
};
const DRAFT_TIMEOUT_MS = 15_000;

describe.each(TRANSPORTS)("drafts over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;
	let article: { id: string };

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
		article = (await api.post("/v1/knowledge/articles", REFUND)).body;
	});
	afterAll(() => product.stop());

	const createQuestion = async (subject: string, body: string, client = api) =>
		(
			await client.post("/v1/tickets", {
				subject,
				body,
				contact: { email: "fay@example.com", name: "Fay" },
			})
		).body as { id: string };
	const createRefundQuestion = (client = api) =>
		createQuestion("Refund", "How can I get a refund for my payment?", client);
	const draftOf = (ticket: { id: string }, client = api) =>
		vi.waitFor(async () => {
			const answer = await client.get(
				`/v1/conversations/${ticket.id}/ai-draft`,
			);
			expect(answer.status, answer.text).toBe(200);
			return answer.body;
		}, DRAFT_TIMEOUT_MS);

	it("drafts a reply from the article with the answer", async () => {
		const ticket = await createRefundQuestion();
		const draft = await draftOf(ticket);
		const { body: conversation } = await api.get(
			`/v1/conversations/${ticket.id}`,
		);
		expect(draft).toEqual({
			id: expect.stringMatching(/^drf_[0-9a-z]{26}$/),
			conversation_id: ticket.id,
			in_reply_to: conversation.messages[0].id,
			body: expect.stringContaining("Select the payment"),
			sentences: expect.any(Array),
			status: "ready",
			stale: false,
			confidence: expect.any(Number),
			sources: [
				{
					article_id: article.id,
					title: REFUND.title,
					relevance_score: expect.any(Number),
					excerpt: expect.any(String),
				},
			],
			generated_by: "extractive",
			created_at: expect.any(String),
			updated_at: expect.any(String),
		});
		expect(draft.body).toContain("Fay");
		expect(conversation.ai).toMatchObject({
			draft_ready: true,
			draft_id: draft.id,
			suggested_articles: [{ article_id: article.id, title: REFUND.title }],
		});
	});

	it("sends exactly the shown draft once under concurrent approvals", async () => {
		const ticket = await createRefundQuestion();
		const draft = await draftOf(ticket);
		const path = `/v1/conversations/${ticket.id}/ai-draft/approve`;
		const wrong = await api.post(path, {
			draft_id: "drf_01h2xcejqtf2nbrexx3vqjhp41",
		});
		expect(wrong.status).toBe(409);
		expect(wrong.body.error.code).toBe("draft_stale");
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => api.post(path)),
		);
		const [approved, ...none] = answers.filter(({ status }) => status === 200);
		expect(none).toEqual([]);
		expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
		expect(approved!.body).toMatchObject({
			draft: { id: draft.id, status: "approved" },
			message: {
				type: "outbound",
				body: draft.body,
				ai_generated: true,
				author: { type: "agent", id: workspace.agents[0]!.id },
			},
		});
		const again = await api.post(path, {});
		expect(again.body).toEqual(
			expectedError("conflict", "draft_already_approved"),
		);
		const { body } = await api.get(`/v1/conversations/${ticket.id}`);
		expect(body).toMatchObject({ message_count: 2, waiting_since: null });
		expect(body.ai.draft_ready).toBe(false);
		const mail = await product.nextMail(approved!.body.message.id);
		expect(mail.to).toBe("fay@example.com");
		expect(product.mailsOf(approved!.body.message.id)).toHaveLength(1);
	});

	it("replays an approval with the same key", async () => {
		const ticket = await createRefundQuestion();
		await draftOf(ticket);
		const path = `/v1/conversations/${ticket.id}/ai-draft/approve`;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const first = await api.post(path, undefined, headers);
		const second = await api.post(path, undefined, headers);
		expect(first.status, first.text).toBe(200);
		expect(second.text).toBe(first.text);
	});

	it("drafts nothing without a matching article, counts a gap, and drafts once there is one", async () => {
		const { api } = await product.createWorkspace();
		const ticket = await createQuestion(
			"Password",
			"How do I reset my password?",
			api,
		);
		await vi.waitFor(async () => {
			const { body } = await api.get("/v1/knowledge/gaps");
			expect(body.data).toMatchObject([
				{ frequency: 1, ticket_ids: [ticket.id] },
			]);
		}, DRAFT_TIMEOUT_MS);
		const none = await api.get(`/v1/conversations/${ticket.id}/ai-draft`);
		expect(none.status).toBe(404);
		expect(none.body).toEqual(expectedError("not_found", "draft_not_found"));
		await api.post("/v1/knowledge/articles", {
			title: "Reset your password",
			body: "Open the sign-in page and choose Forgot password. We send you a link. Follow it and choose a new password.",
		});
		const draft = await draftOf(ticket, api);
		expect(draft.body).toContain("Forgot password");
	});

	it("drafts nothing, and counts no gap, for thanks in a conversation, but for what is asked in it", async () => {
		const customer = "gus@example.com";
		const mailbox = await createMailbox(product, workspace);
		const answered = await mailbox.receive({
			from: customer,
			subject: "Refund for my payment",
			body: "How can I get a refund for my payment?",
		});
		const ticket = { id: answered.ticket_id };
		await draftOf(ticket);
		const draft = `/v1/conversations/${ticket.id}/ai-draft`;
		const { body: reply } = await api.post(`${draft}/approve`);
		const mail = await product.nextMail(reply.message.id);
		const [, messageId = ""] = /^Message-ID: (<.*>)$/im.exec(mail.text) ?? [];
		const answer = async (body: string) => {
			const { ticket_id } = await mailbox.receive({
				from: customer,
				subject: "Re: Refund for my payment",
				body,
				headers: { "In-Reply-To": messageId },
			});
			expect(ticket_id).toBe(ticket.id);
		};
		await answer("Great, that worked. Thank you so much!");
		await draftOf(await createRefundQuestion()); // a later job: the one of the thanks has run
		const old = { status: "approved", in_reply_to: answered.id };
		expect((await api.get(draft)).body).toMatchObject(old);
		const { body: gaps } = await api.get("/v1/knowledge/gaps");
		expect(JSON.stringify(gaps)).not.toContain(ticket.id);
		await answer("Thanks! And how can I get a refund for the other payment?");
		await vi.waitFor(async () => {
			const { body } = await api.get(draft);
			expect(body.status).toBe("ready");
			expect(body.body).toContain("Select the payment");
		}, DRAFT_TIMEOUT_MS);
	});

	it("requires tickets:write to approve", async () => {
		const ticket = await createRefundQuestion();
		await draftOf(ticket);
		const reader = await product.createKey(workspace, "tickets:read");
		const answer = await reader.post(
			`/v1/conversations/${ticket.id}/ai-draft/approve`,
		);
		expect(answer.status).toBe(403);
		expect(answer.body).toEqual(
			expectedError("permission_error", "insufficient_scope"),
		);
	});
});
