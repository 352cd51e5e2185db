import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { beforeAll, describe, expect, it } from "vitest";
import {
	away,
	FIRST_SIGNALS,
	frozen,
	REFINED_SIGNALS,
} from "./fake-upstreams.ts";
import { callOf, givenTicket, type Workspace } from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const NO_SIGNALS = {
	intent: "other",
	urgency: "normal",
	sentiment: "unknown",
	confidence: 0,
	draft_ready: false,
};
const WAIT_MS = 300; // what a create may wait for the AI service
const OWN_WORK_MS = 2_000; // what the create itself may take on a busy machine

describe.each(TRANSPORTS)(
	"creating tickets without the AI service %s",
	(transport) => {
		let harness: Harness;
		let workspace: Workspace;
		useHarness(transport, (given) => {
			({ harness, workspace } = given);
		});
		beforeAll(async () => {
			await givenTicket(harness, workspace); // connections and plans are made
		});

		const signalsOf = async (id: string) =>
			json(
				await harness.api.getTicket(
					{ id, view: View.VIEW_TICKET },
					callOf(workspace),
				),
			).ai;
		const timedTicket = async () => {
			const startedAt = performance.now();
			const ticket = await givenTicket(harness, workspace);
			return { ticket, tookMs: performance.now() - startedAt };
		};

		it("responds at once when the service is unavailable, and fills the signals in when it is back", async () => {
			harness.upstreams.classify = away;
			const { ticket, tookMs } = await timedTicket();
			expect(ticket.ai).toEqual(NO_SIGNALS);
			expect(tookMs).toBeLessThan(WAIT_MS + OWN_WORK_MS);
			await harness.runNow();
			expect(await signalsOf(ticket.id)).toEqual(NO_SIGNALS);
			harness.resetUpstreams();
			await harness.settle();
			expect(await signalsOf(ticket.id)).toMatchObject(REFINED_SIGNALS);
		});

		it("answers within 300 ms when the service hangs, and fills the signals in when it is back", async () => {
			harness.upstreams.classify = frozen;
			const { ticket, tookMs } = await timedTicket();
			expect(ticket.ai).toEqual(NO_SIGNALS);
			expect(tookMs).toBeLessThan(WAIT_MS + OWN_WORK_MS);
			harness.resetUpstreams();
			await harness.settle();
			expect(await signalsOf(ticket.id)).toMatchObject(REFINED_SIGNALS);
		});

		it("does not make creates queue up behind a service that hangs", async () => {
			const { classify } = harness.upstreams;
			harness.upstreams.classify = (request, context) =>
				request.effort === Effort.EFFORT_FAST
					? frozen()
					: classify(request, context);
			const all = await Promise.all(Array.from({ length: 20 }, timedTicket));
			const slowestMs = Math.max(...all.map(({ tookMs }) => tookMs));
			expect(slowestMs).toBeLessThan(WAIT_MS + 2 * OWN_WORK_MS);
			expect(all.every(({ ticket }) => ticket.ai.confidence === 0)).toBe(true);
		});

		it("takes an answer without signals for none", async () => {
			harness.upstreams.classify = async () => ({
				signals: [],
				modelMissing: false,
			});
			const { ticket } = await timedTicket();
			expect(ticket.ai).toEqual(NO_SIGNALS);
		});

		it("keeps the first signals while the service is unavailable for the better ones", async () => {
			let calls = 0;
			const { classify } = harness.upstreams;
			harness.upstreams.classify = (request, context) => {
				calls += 1;
				return calls === 1 ? classify(request, context) : away();
			};
			const ticket = await givenTicket(harness, workspace);
			await expect.poll(() => calls).toBeGreaterThan(1);
			expect(await signalsOf(ticket.id)).toMatchObject(FIRST_SIGNALS);
		});
	},
);
