import type { EventEmitter } from "node:events";
import type { WorkerPool } from "graphile-worker";
import type { Queue } from "./job-queue.ts";

// For jobs of other processes, and those that become due: one worker looks, not each of them.
const LOOK_EVERY_MS = 500;
// When this process has neither queued nor found a job for a while.
const QUIET_AFTER_MS = 10_000;
const QUIET_LOOK_EVERY_MS = 2_000;
// After a statement that queues a job was made: usually its transaction has committed at the first of these, on a busy
// database at the second.
const LOOK_AFTER_MS = [25, 150];

/**
 * Wakes a worker when there may be a job: soon after this process has queued one, and at regular intervals. A worker that
 * finds a job wakes the next one if more are expected, or if this one was not.
 *
 * @param events the worker pools' own.
 */
export function wakeWorkers(
	queue: Queue,
	events: EventEmitter,
): { stop(): void } {
	const pools = new Set<WorkerPool>();
	// Jobs that this process has queued and no worker has found yet.
	let expected = 0;
	let jobAt = performance.now();
	let lookedAt = 0;
	const wakeOne = () => {
		for (const pool of pools) pool.nudge(1);
	};
	const onJob = () => {
		jobAt = performance.now();
		const wasExpected = expected > 0;
		if (wasExpected) expected -= 1;
		if (!wasExpected || expected > 0) wakeOne();
	};
	const add = ({ workerPool }: { workerPool: WorkerPool }) =>
		pools.add(workerPool);
	const remove = ({ workerPool }: { workerPool: WorkerPool }) =>
		pools.delete(workerPool);
	events.on("pool:create", add);
	events.on("pool:gracefulShutdown", remove);
	events.on("pool:forcefulShutdown", remove);
	events.on("pool:release", remove);
	events.on("job:start", onJob);
	const looks = new Map<number, NodeJS.Timeout>();
	const lookAfter = (ms: number) => {
		if (looks.has(ms)) return;
		const look = () => {
			looks.delete(ms);
			if (expected > 0) wakeOne();
			// Other processes may have found the rest.
			if (looks.size === 0) expected = 0;
		};
		looks.set(ms, setTimeout(look, ms).unref());
	};
	const removeListener = queue.onQueued(() => {
		expected += 1;
		jobAt = performance.now();
		LOOK_AFTER_MS.forEach(lookAfter);
	});
	const look = () => {
		const now = performance.now();
		const isQuiet = now - jobAt > QUIET_AFTER_MS;
		if (isQuiet && now - lookedAt < QUIET_LOOK_EVERY_MS) return;
		lookedAt = now;
		wakeOne();
	};
	const timer = setInterval(look, LOOK_EVERY_MS).unref();
	return {
		stop() {
			removeListener();
			clearInterval(timer);
			for (const look of looks.values()) clearTimeout(look);
		},
	};
}
