import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { givenDraft, givenWorkspace, type Workspace } from "./given.ts";
import { type Harness, startHarness } from "./harness.ts";
import { isLinearizable, type Observed } from "./linearizability.ts";
import {
	type Answer,
	apply,
	asTicket,
	type Change,
	changeArbitrary,
	FIRST_STATE,
	perform,
} from "./ticket-model.ts";

const CHANGES_MAX = 7; // in flight at once: their orders are tried one by one
const DELAY_MAX_MS = 4; // about as long as one change takes, so that they overlap in every way
const RUNS = 60;
const TIME_LIMIT_MS = 120_000;

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness({ transport: "grpc" });
	workspace = await givenWorkspace(harness);
});
afterAll(() => harness.stop());

const READ: Change = { kind: "read" };

async function observe(
	ticketId: string,
	change: Change,
	delayMs = 0,
): Promise<Observed<Change, Answer>> {
	await sleep(delayMs);
	const startedAt = performance.now();
	const answer = await perform(harness, workspace, ticketId, change);
	return { change, answer, startedAt, endedAt: performance.now() };
}

const delayed = fc.tuple(changeArbitrary, fc.nat(DELAY_MAX_MS));

it(
	"answers parallel changes of one ticket as if they had come one after the other, and keeps them all",
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(delayed, { minLength: 2, maxLength: CHANGES_MAX }),
				async (changes) => {
					const { ticket } = await givenDraft(harness, workspace);
					// A ticket that is reopened gets no other draft while the model looks.
					harness.resetUpstreams();
					const observed = await Promise.all(
						changes.map(([change, delayMs]) =>
							observe(ticket.id, change, delayMs),
						),
					);
					observed.push(await observe(ticket.id, READ));
					expect(
						isLinearizable(FIRST_STATE, observed, apply),
						`No order explains ${JSON.stringify(observed)}`,
					).toBe(true);
				},
			),
			{ numRuns: RUNS },
		);
	},
	TIME_LIMIT_MS,
);

it("distinguishes a lost update from another order", () => {
	const at = { startedAt: 0, endedAt: 1 };
	const shown = asTicket(FIRST_STATE);
	const add = (tag: string) => ({
		change: { kind: "add tags", tags: [tag] } as const,
		answer: { ...shown, tags: [tag] },
		...at,
	});
	const both = [add("a"), add("b")];
	expect(isLinearizable(FIRST_STATE, both.slice(0, 1), apply)).toBe(true);
	expect(isLinearizable(FIRST_STATE, both, apply)).toBe(false);
});
