import type { EventEmitter } from "node:events";
import type { WorkerPool } from "graphile-worker";
import type { Queue } from "./job-queue.ts";

// For jobs of other processes, and those that become due: one worker looks, not each of them.
const LOOK_EVERY_MS = 500;
// After a statement that queues a job was made: usually its transaction has committed at the first of these, on a busy
// database at the second.
const LOOK_AFTER_MS = [25, 150];

/**
 * Wakes a worker when there may be a job: soon after this process has queued one, and at regular intervals. A worker that
 * finds a job wakes the next one.
 *
 * @param events the worker pools' own.
 */
export function wakeWorkers(
	queue: Queue,
	events: EventEmitter,
): { stop(): void } {
	const pools = new Set<WorkerPool>();
	const wakeOne = () => {
		for (const pool of pools) pool.nudge(1);
	};
	const add = ({ workerPool }: { workerPool: WorkerPool }) =>
		pools.add(workerPool);
	const remove = ({ workerPool }: { workerPool: WorkerPool }) =>
		pools.delete(workerPool);
	events.on("pool:create", add);
	events.on("pool:gracefulShutdown", remove);
	events.on("pool:forcefulShutdown", remove);
	events.on("pool:release", remove);
	events.on("job:start", wakeOne);
	const looks = new Map<number, NodeJS.Timeout>();
	const removeListener = queue.onQueued(() => {
		for (const ms of LOOK_AFTER_MS) {
			if (looks.has(ms)) continue;
			const look = () => {
				looks.delete(ms);
				wakeOne();
			};
			looks.set(ms, setTimeout(look, ms).unref());
		}
	});
	const timer = setInterval(wakeOne, LOOK_EVERY_MS).unref();
	return {
		stop() {
			removeListener();
			clearInterval(timer);
			for (const look of looks.values()) clearTimeout(look);
		},
	};
}
