import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type Desk, json } from "./desk.ts";
import {
	away,
	FIRST_SIGNALS,
	frozen,
	REFINED_SIGNALS,
} from "./fake-upstreams.ts";
import { callOf, givenTicket, type Workspace } from "./given.ts";
import { useDesk } from "./use-desk.ts";
import { WIRES } from "./wire.ts";

const NO_SIGNALS = {
	intent: "other",
	urgency: "normal",
	sentiment: "unknown",
	confidence: 0,
	draft_ready: false,
};
const WAIT_MS = 300; // what a create may wait for the AI service
const OWN_WORK_MS = 500; // what the create itself may take on a busy machine

describe.each(WIRES)("creating tickets without the AI service %s", (wire) => {
	let desk: Desk;
	let workspace: Workspace;
	useDesk(wire, (given) => {
		({ desk, workspace } = given);
	});
	beforeAll(async () => {
		await givenTicket(desk, workspace); // connections and plans are made
	});

	const signalsOf = async (id: string) =>
		json(
			await desk.api.getTicket(
				{ id, view: View.VIEW_TICKET },
				callOf(workspace),
			),
		).ai;
	const timedTicket = async () => {
		const startedAt = performance.now();
		const ticket = await givenTicket(desk, workspace);
		return { ticket, tookMs: performance.now() - startedAt };
	};

	it("answers at once when the service is away, and fills the signals in when it is back", async () => {
		desk.upstreams.classify = away;
		const { ticket, tookMs } = await timedTicket();
		expect(ticket.ai).toEqual(NO_SIGNALS);
		expect(tookMs).toBeLessThan(WAIT_MS + OWN_WORK_MS);
		await desk.hurry();
		expect(await signalsOf(ticket.id)).toEqual(NO_SIGNALS);
		desk.resetUpstreams();
		await desk.settle();
		expect(await signalsOf(ticket.id)).toMatchObject(REFINED_SIGNALS);
	});

	it("answers within 300 ms when the service hangs, and fills the signals in when it is back", async () => {
		desk.upstreams.classify = frozen;
		const { ticket, tookMs } = await timedTicket();
		expect(ticket.ai).toEqual(NO_SIGNALS);
		expect(tookMs).toBeLessThan(WAIT_MS + OWN_WORK_MS);
		desk.resetUpstreams();
		await desk.settle();
		expect(await signalsOf(ticket.id)).toMatchObject(REFINED_SIGNALS);
	});

	it("does not make creates queue up behind a service that hangs", async () => {
		const { classify } = desk.upstreams;
		desk.upstreams.classify = (request, context) =>
			request.effort === Effort.EFFORT_FAST
				? frozen()
				: classify(request, context);
		const all = await Promise.all(Array.from({ length: 20 }, timedTicket));
		const slowestMs = Math.max(...all.map(({ tookMs }) => tookMs));
		expect(slowestMs).toBeLessThan(WAIT_MS + 2 * OWN_WORK_MS);
		expect(all.every(({ ticket }) => ticket.ai.confidence === 0)).toBe(true);
	});

	it("takes an answer without signals for none", async () => {
		desk.upstreams.classify = async () => ({
			signals: [],
			modelMissing: false,
		});
		const { ticket } = await timedTicket();
		expect(ticket.ai).toEqual(NO_SIGNALS);
	});

	it("keeps the first signals while the service is away for the better ones", async () => {
		let calls = 0;
		const { classify } = desk.upstreams;
		desk.upstreams.classify = (request, context) => {
			calls += 1;
			return calls === 1 ? classify(request, context) : away();
		};
		const ticket = await givenTicket(desk, workspace);
		await expect.poll(() => calls).toBeGreaterThan(1);
		expect(await signalsOf(ticket.id)).toMatchObject(FIRST_SIGNALS);
	});
});
