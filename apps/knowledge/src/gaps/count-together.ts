import { newId } from "@supportdesk/ids/ids.ts";
import {
	inTransaction,
	type Transaction,
	writeAll,
} from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import {
	type AskedWording,
	type Counts,
	planCounts,
} from "../domain/gaps/plan-counts.ts";
import { regroupJob, reviewGapsJob } from "../queue.ts";
import { selectChangedSince } from "../store/articles.ts";
import {
	countKnownWordings,
	countWordings,
	type RegroupRow,
	selectGapsOfTickets,
	selectGapsOfWordings,
	selectRegroup,
	selectWordingsAfter,
	touchRegroup,
	type WordingRow,
} from "../store/gap-wordings.ts";
import {
	countGaps,
	insertGaps,
	insertGapTickets,
	lockGaps,
	reopenGapsMissedAgain,
} from "../store/gaps.ts";
import {
	type Remembered,
	recall,
	type WordingMemory,
} from "./wording-memory.ts";

/** A search takes less, and clocks of two machines differ by less. */
const SEARCHED_WITHIN_MS = 1_000;

type CountDeps = Pick<Deps, "db" | "clock"> & {
	readonly memory: WordingMemory;
};

/** Counts misses of a workspace, all or none. Never runs twice at once for one workspace in one process. */
export function countTogether({ db, clock, memory }: CountDeps) {
	return async (
		workspaceId: string,
		misses: readonly AskedWording[],
	): Promise<void> => {
		const now = clock.now();
		const mayBeKnown = misses.every(
			({ key, ticketId }) =>
				ticketId === undefined && memory.knows(workspaceId, key) !== false,
		);
		let uncounted = misses;
		if (mayBeKnown) {
			const [, known] = await writeAll<[unknown, { question_key: string }]>(
				db,
				workspaceId,
				[
					lockGaps(workspaceId),
					countKnownWordings(workspaceId, searchesByKey(misses), now),
				],
			);
			uncounted = withoutSearches(misses, known);
		}
		if (uncounted.length === 0) return;
		const remembered = await inTransaction(db, workspaceId, (tx) =>
			countNew(tx, workspaceId, uncounted, memory.take(workspaceId), now),
		);
		memory.keep(workspaceId, remembered);
	};
}

/** The lock is held from the first round trip to the commit, which is the second one. */
async function countNew(
	tx: Transaction,
	workspaceId: string,
	misses: readonly AskedWording[],
	before: Remembered | undefined,
	now: Date,
): Promise<Remembered> {
	const keys = misses.map(({ key }) => key);
	const ticketIds = misses.flatMap(({ ticketId }) => ticketId ?? []);
	const [, known, same, ofTickets, regroups, fresh, changes] = await tx.batch<
		[
			unknown,
			{ question_key: string },
			{ question_key: string; gap_id: string; is_encoded: boolean },
			{ ticket_id: string; gap_id: string },
			RegroupRow,
			WordingRow,
			unknown,
		]
	>([
		lockGaps(workspaceId),
		countKnownWordings(workspaceId, searchesByKey(misses), now),
		selectGapsOfWordings(workspaceId, keys),
		selectGapsOfTickets(workspaceId, ticketIds),
		selectRegroup(workspaceId),
		selectWordingsAfter(workspaceId, before?.lastId),
		selectChangedSince(workspaceId, firstSearch(misses)),
	]);
	const remembered = await recall(
		tx,
		workspaceId,
		before,
		regroups.rows[0],
		fresh.rows,
	);
	const counts = planCounts(
		withoutSearches(misses, known.rows),
		{
			wordings: remembered.wordings,
			newCount: remembered.newCount,
			gapIds: new Map(
				same.rows.map(({ question_key, gap_id }) => [question_key, gap_id]),
			),
			ticketGapIds: gapsByTicket(ofTickets.rows),
		},
		() => newId("gap", now.getTime()),
	);
	writeCounts(tx, workspaceId, counts, now);
	if (counts.missedAgain.size > 0)
		tx.defer(
			reopenGapsMissedAgain(
				workspaceId,
				[...counts.missedAgain],
				firstSearch(misses),
				now,
			),
		);
	// The article may answer what was asked before it came, and the gaps may have been looked at before this opened one.
	if (counts.gaps.size + counts.missedAgain.size > 0 && changes.count > 0)
		tx.defer(reviewGapsJob(workspaceId, now));
	// What others remember of it is no longer all there is.
	if (learnsMeaning(counts, same.rows)) tx.defer(touchRegroup(workspaceId));
	return { ...remembered, newCount: remembered.newCount + counts.newCount };
}

function gapsByTicket(
	rows: readonly { readonly ticket_id: string; readonly gap_id: string }[],
): ReadonlyMap<string, ReadonlySet<string>> {
	const byTicket = Map.groupBy(rows, ({ ticket_id }) => ticket_id);
	return new Map(
		[...byTicket].map(([id, own]) => [
			id,
			new Set(own.map(({ gap_id }) => gap_id)),
		]),
	);
}

function writeCounts(
	tx: Transaction,
	workspaceId: string,
	{ gaps, wordings, tickets, isRegroupDue }: Counts,
	now: Date,
): void {
	const [fresh, known] = [
		new Map<string, { topic: string; count: number }>(),
		new Map<string, number>(),
	];
	for (const [id, { topic, count }] of gaps)
		if (topic === undefined) known.set(id, count);
		else fresh.set(id, { topic, count });
	if (fresh.size > 0) tx.defer(insertGaps(workspaceId, fresh, now));
	if (known.size > 0) tx.defer(countGaps(workspaceId, known, now));
	if (wordings.length > 0) tx.defer(countWordings(workspaceId, wordings, now));
	if (tickets.length > 0) tx.defer(insertGapTickets(workspaceId, tickets, now));
	if (isRegroupDue) tx.defer(regroupJob(workspaceId));
}

/** Whether a wording that was asked before is encoded for the first time. */
function learnsMeaning(
	{ wordings }: Counts,
	before: readonly {
		readonly question_key: string;
		readonly is_encoded: boolean;
	}[],
): boolean {
	const unencoded = new Set(
		before.flatMap((row) => (row.is_encoded ? [] : [row.question_key])),
	);
	return wordings.some(
		({ asked }) => asked.meaning && unencoded.has(asked.key),
	);
}

/** When the first of them was searched for, at the earliest. */
function firstSearch(misses: readonly AskedWording[]): Date {
	const times = misses.map(({ missedAt }) => missedAt.getTime());
	return new Date(Math.min(...times) - SEARCHED_WITHIN_MS);
}

function searchesByKey(
	misses: readonly AskedWording[],
): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { key, ticketId } of misses)
		if (ticketId === undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}

/** Without the searches that are counted already. */
function withoutSearches(
	misses: readonly AskedWording[],
	counted: readonly { readonly question_key: string }[],
): AskedWording[] {
	const keys = new Set(counted.map(({ question_key }) => question_key));
	return misses.filter(
		({ key, ticketId }) => ticketId !== undefined || !keys.has(key),
	);
}
