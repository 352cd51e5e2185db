import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Client } from "./client.ts";
import { expectIndexed } from "./indexed-articles.ts";
import { startProduct, type TestProduct } from "./product.ts";

const TIMEOUT_MS = 15_000;
const GERMAN = {
	title: "Abo kündigen",
	body: "Sie können das Abo jederzeit zum Ende des Monats kündigen. Wählen Sie in der App **Konto → Abo → Kündigen**.",
};
const ENGLISH = {
	title: "Refund of a payment in PayPal",
	body: "You get the refund of a PayPal payment within five days.",
};

let product: TestProduct;
let api: Client;

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	({ api } = await product.createWorkspace());
	for (const article of [GERMAN, ENGLISH])
		await api.post("/v1/knowledge/articles", article);
	// Their embeddings say what an article in another language answers.
	await vi.waitFor(() => expectIndexed(api, 2), TIMEOUT_MS);
});
afterAll(() => product.stop());

const ask = async (subject: string, body: string) =>
	(
		await api.post("/v1/tickets", {
			subject,
			body,
			contact: { email: "fay@example.com", name: "Fay" },
		})
	).body as { id: string };
const conversation = async ({ id }: { id: string }) =>
	(await api.get(`/v1/conversations/${id}`)).body;

it("drafts in the customer's language where the article is in it", async () => {
	const ticket = await ask("Abo kündigen", "Wie kann ich mein Abo kündigen?");
	const draft = await vi.waitFor(async () => {
		const answer = await api.get(`/v1/conversations/${ticket.id}/ai-draft`);
		expect(answer.status).toBe(200);
		return answer.body;
	}, TIMEOUT_MS);
	expect(draft.body).toMatch(/^Guten Tag Fay,\n\nvielen Dank/);
	expect(draft.body).toContain("Konto → Abo → Kündigen.");
	expect(draft.body).toContain("\n\nQuelle: Abo kündigen\n\n");
	for (const { unsupported } of draft.sentences)
		expect(unsupported).toBe(false);
});

it("suggests an article in another language, and drafts nothing from it", async () => {
	const ticket = await ask(
		"PayPal Refund",
		"Wann bekomme ich den Refund meiner PayPal Payment?",
	);
	await vi.waitFor(async () => {
		const { ai } = await conversation(ticket);
		expect(ai.suggested_articles).toMatchObject([{ title: ENGLISH.title }]);
	}, TIMEOUT_MS);
	expect((await conversation(ticket)).ai.draft_ready).toBe(false);
	const answer = await api.get(`/v1/conversations/${ticket.id}/ai-draft`);
	expect(answer.status).toBe(404);
});
