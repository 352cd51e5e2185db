import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import type { Session } from "./session.ts";
import { countIndexed, queueIndexing } from "./store/articles.ts";

const POLL_MS = 200;
const STALL_MS = 60_000; // the longest article takes seconds; a minute without any means that nobody works

export interface Reindexed {
	readonly workspace_id: string;
	/** Published articles, all of which the search has confirmed. */
	readonly articles: number;
}

/**
 * Has every article of the workspace indexed again and waits until the search has confirmed all of them. The running
 * knowledge service does the work, a job an article, so the product serves meanwhile; broken off, the jobs go on.
 *
 * @param onProgress is told how many of how many articles are confirmed.
 * @throws AdminError when nothing happens for a minute.
 */
export async function reindex(
	{ pool }: Session,
	workspaceId: string,
	onProgress: (indexed: number, total: number) => void,
): Promise<Reindexed> {
	await inTransaction(pool, workspaceId, async (tx) => {
		await tx.query(queueIndexing(workspaceId));
	});
	let last = -1;
	let movedAt = performance.now();
	for (;;) {
		const { rows } = await inTransaction(pool, workspaceId, (tx) =>
			tx.query<{ total: number; indexed: number }>(countIndexed(workspaceId)),
		);
		const { total, indexed } = rows[0]!;
		onProgress(indexed, total);
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
