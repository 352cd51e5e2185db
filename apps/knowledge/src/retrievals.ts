import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import { addRetrievals } from "./store/retrievals.ts";

/** How long a count may wait in memory: searches of a popular article would else queue for its row. */
const FLUSH_MS = 1_000;

/** Counts how often articles are retrieved. Only counts that a killed process had not written are lost. */
export interface Retrievals {
	count(workspaceId: string, articleIds: readonly string[]): void;
	/** Writes everything counted so far. */
	flush(): Promise<void>;
	/** The same, and ends the regular writing. */
	stop(): Promise<void>;
}

export function createRetrievals(db: Pool, log: Logger): Retrievals {
	let waiting = new Map<string, Map<string, number>>();
	let timer: NodeJS.Timeout | undefined;
	let writing: Promise<void> = Promise.resolve();

	function add(workspaceId: string, articleId: string, times: number): void {
		const counts = waiting.get(workspaceId) ?? new Map<string, number>();
		waiting.set(workspaceId, counts);
		counts.set(articleId, (counts.get(articleId) ?? 0) + times);
	}

	async function write(): Promise<void> {
		const taken = waiting;
		waiting = new Map();
		for (const [workspaceId, counts] of taken) {
			try {
				await inTransaction(db, workspaceId, async (tx) => {
					tx.defer(addRetrievals(workspaceId, counts));
				});
			} catch (err) {
				log.warn({ err }, "retrieval counts wait for the database");
				for (const [id, times] of counts) add(workspaceId, id, times);
				schedule();
			}
		}
	}

	function flush(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		writing = writing.then(write);
		return writing;
	}

	function schedule(): void {
		timer ??= setTimeout(flush, FLUSH_MS);
	}

	return {
		count(workspaceId, articleIds) {
			for (const id of articleIds) add(workspaceId, id, 1);
			schedule();
		},
		flush,
		async stop() {
			await flush();
			clearTimeout(timer);
		},
	};
}
