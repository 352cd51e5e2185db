import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Client } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const JOBS = { timeout: 20_000 };

describe.each(TRANSPORTS)("correcting signals over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	it("changes the intent and the sentiment, which lists and events then have", async () => {
		const ticket = await createTicket(api, { subject: "Parcel" });
		const path = `/v1/tickets/${ticket.id}`;
		const before = (await api.get(path)).body;
		const ai = { intent: "promotions", sentiment: "positive" };
		const patched = await api.patch(path, { signals: ai });
		expect(patched.status).toBe(200);
		expect(patched.body.ai).toMatchObject({
			...ai,
			confidence: 100,
			urgency: before.ai.urgency,
		});
		expect(patched.body.updated_at > before.updated_at).toBe(true);
		expect((await api.get(path)).body).toEqual(patched.body);
		const page = await api.get("/v1/tickets?ai_intent=promotions");
		expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([
			ticket.id,
		]);
		const events = await product.eventsOf("tickets", workspace.id, ticket.id);
		const last = events.findLast(({ type }) => type === "ticket.updated")!;
		expect(JSON.parse(last.object)).toEqual(patched.body);
	});

	it("keeps the confidence of an intent where the sentiment alone is corrected", async () => {
		const { id } = await createTicket(api);
		const path = `/v1/conversations/${id}`;
		const { body } = await api.patch(path, {
			signals: { sentiment: "frustrated" },
		});
		expect(body.ai.sentiment).toBe("frustrated");
		expect(body.ai.confidence).toBeLessThan(100);
	});

	it("is not undone by the job that reads a new ticket again", async () => {
		const ai = { intent: "small_talk", sentiment: "positive" };
		const ids = await Promise.all(
			Array.from({ length: 8 }, async (_, i) => {
				const subject = "Refund";
				const body = `I was charged twice, order ${i}. Where is my refund?`;
				const { id } = await createTicket(api, { subject, body });
				await api.patch(`/v1/tickets/${id}`, { signals: ai });
				return id;
			}),
		);
		// Unanswered questions are counted by the same job, after the signals.
		await vi.waitFor(async () => {
			const { body } = await api.get("/v1/knowledge/gaps");
			const counted = body.data.reduce(
				(sum: number, { frequency }: { frequency: number }) => sum + frequency,
				0,
			);
			expect(counted).toBeGreaterThanOrEqual(ids.length);
		}, JOBS);
		for (const id of ids) {
			const { body } = await api.get(`/v1/tickets/${id}`);
			expect(body.ai).toMatchObject({ ...ai, confidence: 100 });
		}
	});

	it("refuses signals that there are not", async () => {
		const { id } = await createTicket(api);
		const path = `/v1/tickets/${id}`;
		for (const [signals, param] of [
			[{ intent: "lunch" }, "signals.intent"],
			[{ sentiment: "unknown" }, "signals.sentiment"],
			[{ urgency: "high" }, "signals.urgency"],
		] as const) {
			const { status, body } = await api.patch(path, { signals });
			expect([param, status, body.error.param]).toEqual([param, 400, param]);
		}
	});
});
