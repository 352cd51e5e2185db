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
const AFTER_ALL_IDS = "kb_~"; // sorts after every id, because no id contains this character
const POLL_MS = 200;
const STALL_MS = 60_000; // the longest article takes seconds; a minute without progress means that no service runs

export interface Reindexed {
	readonly workspace_id: string;
	/** The number of published articles; the search engine has confirmed all of them. */
	readonly articles: number;
}

/**
 * Indexes every article of the workspace again and waits until the search engine has confirmed all of them. The running
 * knowledge service processes one job per article, so the product keeps serving; after an interruption, queued jobs
 * continue.
 *
 * @param onProgress receives the number of confirmed articles and of all articles.
 * @throws AdminError after a minute without progress.
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
	let progressedAt = performance.now();
	for (;;) {
		const { indexed, total } = await progressUpTo(AFTER_ALL_IDS);
		if (indexed === total) {
			return { workspace_id: workspaceId, articles: total };
		}
		if (indexed !== last) progressedAt = performance.now();
		if (performance.now() - progressedAt > STALL_MS) {
			throw new AdminError(
				"No article was indexed for a minute: is the knowledge service running? The jobs stay queued until it is.",
			);
		}
		last = indexed;
		await sleep(POLL_MS);
	}
}

/** Locks few articles at a time, because agents may change them concurrently. Articles not queued yet do not count as indexed. */
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
