import { type Member, stillWaitedFor } from "@supportdesk/pg/gathering.ts";
import type { AskedWording } from "../domain/gaps/plan-counts.ts";

/** Counts misses; those of one workspace that come at once, together. */
export interface MissQueue {
	/**
	 * Ends when the miss is counted.
	 *
	 * @throws AppError `service_unavailable` when nobody waits for it any more.
	 */
	count(
		workspaceId: string,
		signal: AbortSignal,
		miss: AskedWording,
	): Promise<void>;
}

const TOGETHER_MAX = 16; // they all wait for the last one, and others for the process meanwhile

interface Waiting extends Member {
	readonly miss: AskedWording;
	readonly resolve: () => void;
}

/**
 * Those who count misses of a workspace need the same lock, and read and write the same rows: whoever comes while some
 * are being counted waits here, without a connection, and goes with all others who wait.
 */
export function createMissQueue(
	countAll: (
		workspaceId: string,
		misses: readonly AskedWording[],
	) => Promise<void>,
): MissQueue {
	const queues = new Map<string, Waiting[]>();

	async function work(workspaceId: string, queue: Waiting[]): Promise<void> {
		while (queue.length > 0) {
			const group = stillWaitedFor(queue.splice(0, TOGETHER_MAX));
			if (group.length === 0) continue;
			try {
				await countAll(
					workspaceId,
					group.map(({ miss }) => miss),
				);
				for (const { resolve } of group) resolve();
			} catch (err) {
				for (const { reject } of group) reject(err);
			}
		}
		queues.delete(workspaceId);
	}

	return {
		count(workspaceId, signal, miss) {
			return new Promise((resolve, reject) => {
				const waiting = { miss, signal, resolve, reject };
				const queue = queues.get(workspaceId);
				if (queue) {
					queue.push(waiting);
					return;
				}
				const own = [waiting];
				queues.set(workspaceId, own);
				void work(workspaceId, own);
			});
		},
	};
}
