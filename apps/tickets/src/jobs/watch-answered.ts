import type { AnsweredTicket } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { watchRows } from "@supportdesk/pg/row-watch.ts";
import {
	inTransaction,
	runOutsideWorkspaces,
} from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { untraced } from "@supportdesk/tracing/span.ts";
import type { Deps } from "../deps.ts";
import { retractOutdatedDrafts } from "../drafts/retract-outdated.ts";
import { draftAgainJob } from "../queue.ts";
import {
	saveAnsweredSequence,
	selectAnsweredSequence,
} from "../store/answered.ts";

type AnsweredDeps = Pick<Deps, "db" | "clock" | "log" | "knowledge">;

// Until it has asked, readers are shown drafts that quote what was withdrawn; each is compared once more when it is
// approved. It costs each process one lookup along a primary key.
const LOOKS = { quickMs: 100, quickLooks: 5, idleMs: 5_000 };
const ANSWERED_ROWS = "answered tickets"; // as knowledge announces them
const BATCH = 500;
const TIME_LIMIT_MS = 5_000;
const RETRACT_LIMIT_MS = 30_000; // for a whole batch; the next one continues where it ended

/**
 * Keeps asking the knowledge service which tickets' answers may be others by now: it queues drafts where an article has
 * come, and retracts drafts where one has changed or gone. Polling, rather than being notified, keeps the services from
 * calling each other in a circle. Several processes that ask at once queue the same drafts; a message gets one all the
 * same.
 */
export function watchAnswered(deps: AnsweredDeps): {
	stop(): Promise<void>;
} {
	const stopping = new AbortController();
	const { signal } = stopping;
	const rows = watchRows(ANSWERED_ROWS, LOOKS);
	let after = 0;
	const watch = async () => {
		while (!signal.aborted) {
			const before = after;
			try {
				after = await catchUp(deps, after, signal);
			} catch (err) {
				deps.log.debug({ err }, "could not ask for answered tickets");
			}
			await rows.next(after > before, signal);
		}
		rows.stop();
	};
	const done = watch();
	return {
		stop() {
			stopping.abort();
			return done;
		},
	};
}

/**
 * Deals with all tickets behind a sequence, and behind the one that another process has stored since.
 *
 * @returns the sequence of the last ticket that was dealt with.
 */
async function catchUp(
	deps: AnsweredDeps,
	after: number,
	stopping: AbortSignal,
): Promise<number> {
	const { db, clock } = deps;
	let known = after;
	while (!stopping.aborted) {
		if ((await listAfter(deps, known, 1)).length === 0) return known;
		const [stored] = await runOutsideWorkspaces(db, [selectAnsweredSequence()]);
		known = Math.max(known, stored.rows[0]!);
		const tickets = await listAfter(deps, known, BATCH);
		const last = tickets.at(-1);
		if (!last) return known;
		const changed = tickets.filter(({ articleChanged }) => articleChanged);
		for (const [workspaceId, ids] of idsByWorkspace(changed)) {
			const nowMs = clock.now().getTime();
			const context = ownContext(workspaceId, RETRACT_LIMIT_MS, nowMs);
			await retractOutdatedDrafts(deps, context, ids);
		}
		// Only now: what fails before is repeated, and would queue all of them again.
		const answered = tickets.filter(({ articleChanged }) => !articleChanged);
		for (const [workspaceId, ids] of idsByWorkspace(answered))
			await inTransaction(db, workspaceId, async (tx) => {
				for (const id of ids) tx.defer(draftAgainJob(workspaceId, id));
			});
		await runOutsideWorkspaces(db, [saveAnsweredSequence(last.sequence)]);
		known = last.sequence;
	}
	return known;
}

/** The next tickets behind a sequence. */
async function listAfter(
	{ clock, knowledge }: AnsweredDeps,
	after: number,
	limit: number,
): Promise<AnsweredTicket[]> {
	const context = ownContext("", TIME_LIMIT_MS, clock.now().getTime());
	const { tickets } = await untraced(() =>
		knowledge.listAnsweredTickets({ after, limit }, context),
	);
	return tickets;
}

function idsByWorkspace(tickets: readonly AnsweredTicket[]) {
	return [...Map.groupBy(tickets, ({ workspaceId }) => workspaceId)].map(
		([workspaceId, own]) =>
			[workspaceId, own.map(({ ticketId }) => ticketId)] as const,
	);
}
