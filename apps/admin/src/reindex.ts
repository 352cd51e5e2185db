import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import type { Session } from "./session.ts";
import {
	countIndexed,
	type Progress,
	queueIndexing,
} from "./store/articles.ts";

const BATCH = 1_000;
const AFTER_ALL_IDS = "kb_~"; // no id holds this character, which sorts after all that one does
const POLL_MS = 200;
const STALL_MS = 60_000; // the longest article takes seconds; a minute without any means that nobody works

export interface Reindexed {
	readonly workspace_id: string;
	/** Published articles, all of which the search has confirmed. */
	readonly articles: number;
}

/**
 * Has every article of the workspace indexed again and waits until the search has confirmed all of them. The running
 * knowledge service does the work, a job an article, so the product serves meanwhile; broken off, the jobs that are
 * queued go on.
 *
 * @param onProgress is told how many of how many articles are confirmed.
 * @throws AdminError when nothing happens for a minute.
 */
export async function reindex(
	session: Session,
	workspaceId: string,
	onProgress: (indexed: number, total: number) => void,
): Promise<Reindexed> {
	const progressUpTo = async (lastId: string) => {
		const { rows } = await inTransaction(session.pool, workspaceId, (tx) =>
			tx.query(countIndexed(workspaceId, lastId)),
		);
		const progress = rows[0]!;
		onProgress(progress.indexed, progress.total);
		return progress;
	};
	await queueAll(session, workspaceId, progressUpTo);
	let last = -1;
	let movedAt = performance.now();
	for (;;) {
		const { indexed, total } = await progressUpTo(AFTER_ALL_IDS);
		if (indexed === total) {
			return { workspace_id: workspaceId, articles: total };
		}
		if (indexed !== last) movedAt = performance.now();
		if (performance.now() - movedAt > STALL_MS) {
			throw new AdminError(
				"No article was indexed for a minute: is the knowledge service running? The jobs stay queued until it is.",
			);
		}
		last = indexed;
		await sleep(POLL_MS);
	}
}

/** Locks few articles at a time: agents change them meanwhile. Those not queued yet do not count as indexed. */
async function queueAll(
	{ pool }: Session,
	workspaceId: string,
	progressUpTo: (lastId: string) => Promise<Progress>,
): Promise<void> {
	let lastId = "";
	for (;;) {
		const { rows } = await inTransaction(pool, workspaceId, (tx) =>
			tx.query(queueIndexing(workspaceId, lastId, BATCH)),
		);
		const last = rows.at(-1);
		if (last === undefined) return;
		lastId = last;
		await progressUpTo(lastId);
	}
}
