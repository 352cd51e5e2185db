import fc from "fast-check";
import { expect, it } from "vitest";
import type { Workspace } from "./given.ts";
import type { Harness } from "./harness.ts";
import { MergeModel, steps, TICKETS, waitingSince } from "./merge-model.ts";
import { useHarness } from "./use-harness.ts";

const RUNS = 40;
const TIME_LIMIT_MS = 120_000;
// Tickets that are merged into one have tags in common.
const TAGS = [["own", "both"], ["both", "third"], ["third", "both"], []];

let harness: Harness;
let workspace: Workspace;
useHarness("in process", (given) => {
	({ harness, workspace } = given);
});

it(
	"gives back each ticket's own messages, tags, participants and times after any sequence of merges, changes in between and unmerges",
	async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (sequence) => {
				const model = new MergeModel(harness, workspace);
				for (let at = 0; at < TICKETS; at += 1) await model.create(TAGS[at]!);
				for (const step of sequence) {
					const before = model.tickets[step.at]!.shown;
					const { code, expected } = await model.take(step);
					expect(code, JSON.stringify(step)).toBe(expected);
					if (step.kind === "unmerge" && code === "")
						expect(await model.show(model.tickets[step.at]!.id)).toEqual(
							before,
						);
				}
				await expectAsModelled(model);
				await unmergeAll(model);
				await expectAsModelled(model);
				for (const [at, { written }] of model.tickets.entries())
					expect(model.messagesOf(at)).toEqual(written);
			}),
			{ numRuns: RUNS },
		);
	},
	TIME_LIMIT_MS,
);

async function expectAsModelled(model: MergeModel): Promise<void> {
	for (const [at, { id, into }] of model.tickets.entries()) {
		const shown = await model.show(id);
		const isMerged = into !== undefined;
		const messages = isMerged ? [] : model.messagesOf(at);
		expect(shown.messages.map((m: { id: string }) => m.id)).toEqual(
			messages.map((message) => message.id),
		);
		expect([...shown.tags].sort()).toEqual(model.tagsOf(at));
		const addresses = (shown.participants ?? []).map(
			(p: { email: string }) => p.email,
		);
		expect(addresses.sort()).toEqual(model.participantsOf(at));
		expect(shown).toMatchObject({
			message_count: messages.length,
			waiting_since: waitingSince(messages),
			...(isMerged
				? { merged_into: model.tickets[into]!.id }
				: { last_message_at: messages.at(-1)!.createdAt }),
		});
		expect("merged_into" in shown).toBe(isMerged);
	}
}

/** Those that were merged last come first: nothing can leave a ticket that is merged itself. */
async function unmergeAll(model: MergeModel): Promise<void> {
	for (;;) {
		const at = model.tickets.findIndex(
			({ into }) =>
				into !== undefined && model.tickets[into]!.into === undefined,
		);
		if (at === -1) return;
		const taken = await model.take({ kind: "unmerge", at });
		expect(taken).toEqual({ code: "", expected: "" });
		await expectAsModelled(model);
	}
}
