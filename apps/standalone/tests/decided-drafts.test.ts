import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const REFUND = {
	title: "Get a refund",
	body: "Open Settings and choose Billing. Select the payment and choose Ask for a refund. The money is back on your card within five working days.",
};
const UNKNOWN = "msg_01h2xcejqtf2nbrexx3vqjhp41";

describe.each(TRANSPORTS)("over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;
	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
		await api.post("/v1/knowledge/articles", REFUND);
	});
	afterAll(() => product.stop());

	const reply = (id: string, fields: object, headers = {}) =>
		api.post(
			`/v1/tickets/${id}/messages`,
			{ body: "Here you are.", type: "outbound", ...fields },
			headers,
		);
	const messagesOf = async (id: string) =>
		(await api.get(`/v1/tickets/${id}/messages`)).body.data;
	const givenDraft = async () => {
		const { id } = await createTicket(api, {
			subject: "Refund",
			body: "How can I get a refund for my payment?",
		});
		const path = `/v1/conversations/${id}/ai-draft`;
		const draft = await vi.waitFor(async () => {
			const answer = await api.get(path);
			expect(answer.status, answer.text).toBe(200);
			return answer.body;
		}, 15_000);
		return { id, path, draft };
	};
	const events = async (id: string) =>
		(await product.eventsOf("tickets", workspace.id, id)).map(
			({ type }) => type,
		);

	it("sends a reply only behind the last message that its author has read", async () => {
		const { id } = await createTicket(api);
		const [question] = await messagesOf(id);
		const guard = { if_last_message_id: question.id };
		const first = await reply(id, guard);
		expect(first.status, first.text).toBe(201);
		const headers = { "idempotency-key": "guarded" };
		const second = await reply(id, guard, headers);
		expect(second.status).toBe(409);
		expect(second.body.error).toMatchObject({
			type: "conflict",
			code: "newer_message",
			param: "if_last_message_id",
			newer_message_id: first.body.id,
		});
		const replayed = await reply(id, guard, headers);
		expect(replayed.headers.get("idempotent-replayed")).toBe("true");
		expect(replayed.body.error.newer_message_id).toBe(first.body.id);
		const note = await reply(id, {
			if_last_message_id: first.body.id,
			type: "note",
		});
		expect(note.status).toBe(201);
		for (const last of [question.id, first.body.id, UNKNOWN]) {
			const refused = await reply(id, { if_last_message_id: last });
			expect(refused.body.error.newer_message_id).toBe(note.body.id);
		}
		expect(await messagesOf(id)).toHaveLength(3);
		expect((await reply(id, { if_last_message_id: "x" })).status).toBe(400);
	});

	it("sends one of ten concurrent replies to the same message", async () => {
		const { id } = await createTicket(api);
		const [question] = await messagesOf(id);
		const answers = await Promise.all(
			Array.from({ length: 10 }, () =>
				reply(id, { if_last_message_id: question.id }),
			),
		);
		const sent = answers.filter(({ status }) => status === 201);
		expect(sent).toHaveLength(1);
		for (const { status, body } of answers) {
			if (status === 409)
				expect(body.error.newer_message_id).toBe(sent[0]!.body.id);
		}
		expect(await messagesOf(id)).toHaveLength(2);
	});

	it("approves a draft with other words, and only behind the last message read", async () => {
		const { id, path, draft } = await givenDraft();
		const note = await reply(id, { type: "note", body: "He called." });
		const refused = await api.post(`${path}/approve`, {
			if_last_message_id: draft.in_reply_to,
		});
		expect(refused.status).toBe(409);
		expect(refused.body.error).toMatchObject({
			code: "newer_message",
			newer_message_id: note.body.id,
		});
		const approved = await api.post(`${path}/approve`, {
			draft_id: draft.id,
			body: "<p>Your <b>refund</b> is on its way.</p><script>x</script>",
			if_last_message_id: note.body.id,
		});
		expect(approved.status, approved.text).toBe(200);
		expect(approved.body.draft).toMatchObject({
			id: draft.id,
			body: draft.body,
			status: "approved",
		});
		expect(approved.body.message).toMatchObject({
			body: "<p>Your <b>refund</b> is on its way.</p>",
			body_format: "html",
			ai_generated: true,
		});
		const mail = await product.nextMail(approved.body.message.id);
		expect(mail.text).toContain("is on its way");
		expect(await events(draft.id)).toEqual(["draft.ready", "draft.approved"]);
	});

	it("discards a draft once, for a reason", async () => {
		const { id, path, draft } = await givenDraft();
		const headers = { "idempotency-key": `discard ${id}`.replace(" ", "-") };
		const reason = { reason: "Names the wrong country." };
		const discarded = await api.post(`${path}/discard`, reason, headers);
		expect(discarded.status, discarded.text).toBe(200);
		expect(discarded.body).toEqual({
			...draft,
			status: "superseded",
			stale: true,
			updated_at: discarded.body.updated_at,
		});
		expect((await api.get(path)).text).toBe(discarded.text);
		const again = await api.post(`${path}/discard`, reason, headers);
		expect(again.text).toBe(discarded.text);
		for (const verb of ["discard", "approve"]) {
			const { body } = await api.post(`${path}/${verb}`);
			expect(body).toEqual(expectedError("conflict", "draft_stale"));
		}
		const { body } = await api.get(`/v1/conversations/${id}`);
		expect(body.ai).toMatchObject({ draft_ready: false, draft_id: null });
		expect(await events(draft.id)).toEqual(["draft.ready", "draft.discarded"]);
		expect(await messagesOf(id)).toHaveLength(1);
		const none = await createTicket(api, { subject: "zzz", body: "qqq" });
		expect(
			(await api.post(`/v1/conversations/${none.id}/ai-draft/discard`)).body
				.error.code,
		).toBe("draft_not_found");
		const refused = await api.post(`${path}/discard`, { because: "x" });
		expect(refused.body.error.code).toBe("unknown_parameter");
	});
});
