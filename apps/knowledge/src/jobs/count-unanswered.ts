import { listWorkspaceIds } from "@supportdesk/pg/each-workspace.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { KnownPhrasings } from "../domain/gaps/known-phrasings.ts";
import { type Counts, planCounts } from "../domain/gaps/plan-counts.ts";
import { isReclusterDue } from "../domain/gaps/recluster-due.ts";
import type { UnansweredQuery } from "../domain/gaps/unanswered-query.ts";
import { writeGapEvents } from "../events/gap-events.ts";
import { type Jobs, reclusterJob, reviewGapsJob } from "../queue.ts";
import { selectChangedSince } from "../store/articles.ts";
import { forgetLateQueries } from "../store/deleted-tickets.ts";
import { selectGaps } from "../store/gap-list.ts";
import {
	countPhrasings,
	selectGapsOfPhrasings,
	selectGapsOfTickets,
	selectRecentPhrasings,
} from "../store/gap-phrasings.ts";
import {
	countGaps,
	insertGaps,
	insertGapTickets,
	lockGaps,
	reopenGapsSearchedAgain,
} from "../store/gaps.ts";
import {
	deleteUnansweredQueries,
	selectUnansweredQueries,
} from "../store/unanswered-queries.ts";

const BATCH = 200;
/** A new phrasing is compared with these many; reclustering joins it to older ones. */
const COMPARED_MAX = 1_000;
/** A search takes less, and clocks of two machines differ by less. */
const SEARCHED_WITHIN_MS = 1_000;

type CountDeps = Pick<Deps, "db" | "clock">;

/** Counts the unanswered queries of one workspace in its gaps; every minute, those of all that are left. */
export function countUnanswered(deps: CountDeps) {
	return async ({ workspaceId }: Jobs["count_unanswered"]): Promise<void> => {
		const ids =
			workspaceId === undefined
				? await listWorkspaceIds(deps.db)
				: [workspaceId];
		for (const id of ids) await countQueriesOf(deps, id);
	};
}

/** Counts all unanswered queries that a workspace has when it is called. */
export async function countQueriesOf(
	{ db, clock }: CountDeps,
	workspaceId: string,
): Promise<void> {
	let count: number;
	do {
		count = await inTransaction(db, workspaceId, (tx) =>
			countBatch(tx, workspaceId, clock.now()),
		);
	} while (count === BATCH);
}

/** Counts a batch and removes it, in one transaction: each query is counted once. Returns how many there were. */
async function countBatch(
	tx: Transaction,
	workspaceId: string,
	now: Date,
): Promise<number> {
	const [, , { rows: queries }] = await tx.batch([
		lockGaps(workspaceId),
		forgetLateQueries(workspaceId),
		selectUnansweredQueries(workspaceId, BATCH),
	]);
	if (queries.length === 0) return 0;
	const firstSearch = firstSearchOf(queries);
	const keys = queries.map(({ key }) => key);
	const ticketIds = queries.flatMap(({ ticketId }) => ticketId ?? []);
	const [known, ofTickets, changes] = await tx.batch([
		selectGapsOfPhrasings(workspaceId, keys),
		selectGapsOfTickets(workspaceId, ticketIds),
		selectChangedSince(workspaceId, firstSearch),
	]);
	const gapIds = new Map(known.rows.map(({ key, gapId }) => [key, gapId]));
	const isKnown = queries.every(({ key }) => gapIds.has(key));
	const recent = isKnown
		? []
		: (await tx.query(selectRecentPhrasings(workspaceId, COMPARED_MAX))).rows;
	const counts = planCounts(queries, {
		phrasings: new KnownPhrasings(recent),
		gapIds,
		ticketGapIds: gapsByTicket(ofTickets.rows),
	});
	await writeCounts(tx, workspaceId, counts, firstSearch, now);
	// An article may answer queries older than itself, and the gaps may have been reviewed before this opened one.
	if (counts.gaps.size + counts.askedAgain.size > 0 && changes.count > 0)
		tx.defer(reviewGapsJob(workspaceId, now));
	const newCount = counts.newCount + recent.filter(({ isNew }) => isNew).length;
	if (
		counts.newCount > 0 &&
		isReclusterDue(newCount, recent.length + counts.newCount)
	)
		tx.defer(reclusterJob(workspaceId));
	const sequences = queries.map(({ sequence }) => sequence);
	tx.defer(deleteUnansweredQueries(workspaceId, sequences));
	return queries.length;
}

async function writeCounts(
	tx: Transaction,
	workspaceId: string,
	{ gaps, phrasings, tickets, askedAgain }: Counts,
	firstSearch: Date,
	now: Date,
): Promise<void> {
	const all = [...gaps].map(([id, gap]) => ({ id, ...gap }));
	const fresh = all.filter(({ topic }) => topic !== undefined);
	const known = all.filter(({ topic }) => topic === undefined);
	const earlier = [...known.map(({ id }) => id), ...askedAgain];
	const resolved =
		earlier.length === 0
			? []
			: (await tx.query(selectGaps(workspaceId, earlier, ["resolved"]))).rows;
	if (fresh.length > 0) tx.defer(insertGaps(workspaceId, fresh, now));
	if (known.length > 0) tx.defer(countGaps(workspaceId, known, now));
	if (phrasings.length > 0) tx.defer(countPhrasings(workspaceId, phrasings));
	if (tickets.length > 0) tx.defer(insertGapTickets(workspaceId, tickets));
	if (askedAgain.size > 0)
		tx.defer(
			reopenGapsSearchedAgain(workspaceId, [...askedAgain], firstSearch, now),
		);
	const opened = fresh.map(({ id }) => id);
	await writeGapEvents(tx, workspaceId, resolved, opened, now);
}

function gapsByTicket(
	rows: readonly { readonly ticketId: string; readonly gapId: string }[],
): ReadonlyMap<string, ReadonlySet<string>> {
	const byTicket = Map.groupBy(rows, ({ ticketId }) => ticketId);
	return new Map(
		[...byTicket].map(([id, own]) => [
			id,
			new Set(own.map(({ gapId }) => gapId)),
		]),
	);
}

/** When the first of them was searched for, at the earliest. */
function firstSearchOf(queries: readonly UnansweredQuery[]): Date {
	const times = queries.map(({ searchedAt }) => searchedAt.getTime());
	return new Date(Math.min(...times) - SEARCHED_WITHIN_MS);
}
