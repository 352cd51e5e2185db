import type { EventEmitter } from "node:events";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { WorkerPool } from "graphile-worker";
import type pg from "pg";
import type { Queue } from "./job-queue.ts";

// For jobs that become due, and those that nothing announced.
const LOOK_EVERY_MS = 500;
// When no process has queued a job for a while, and this one has found none, it looks when the next one is due, and for
// what nothing announced: jobs that another process has tried in vain or given back, or one of an earlier version queued.
const QUIET_AFTER_MS = 10_000;
const QUIET_LOOK_EVERY_MS = 5_000;
// After a statement that queues a job was made: usually its transaction has committed at the first of these, on a busy
// database at the second.
const LOOK_AFTER_MS = [25, 150];
// The same while many are made: the jobs of the meantime are taken in one round trip, and what they ask for is gathered.
const GATHER_MS = [400, 800];
const MANY_A_SECOND = 5;

/**
 * Wakes the workers when there may be a job: soon after a process has queued one, and at regular intervals. They take as
 * many jobs at once as there are workers, and look again where they found as many. While all of them have jobs they are
 * left alone: others may take what they could not begin.
 *
 * @param events the worker pools' own.
 */
export function wakeWorkers(
	pool: pg.Pool,
	queue: Queue,
	events: EventEmitter,
	concurrency: number,
	log: Logger,
	quietAfterMs = QUIET_AFTER_MS,
): { stop(): void } {
	const pools = new Set<WorkerPool>();
	// Jobs that were queued and no worker of this process has found yet.
	let expected = 0;
	let queuedAt = performance.now();
	let inProgress = 0;
	let wasLeft = false;
	const wake = () => {
		wasLeft = inProgress >= concurrency;
		if (wasLeft) return;
		for (const pool of pools) pool.nudge(1);
	};
	const onJob = () => {
		inProgress += 1;
		if (expected > 0) expected -= 1;
	};
	const onJobEnded = () => {
		inProgress = Math.max(0, inProgress - 1);
		if (wasLeft) wake();
	};
	const add = ({ workerPool }: { workerPool: WorkerPool }) =>
		pools.add(workerPool);
	const remove = ({ workerPool }: { workerPool: WorkerPool }) =>
		pools.delete(workerPool);
	const forget = () => {
		inProgress = 0;
	};
	events.on("pool:create", add);
	events.on("pool:gracefulShutdown", remove);
	events.on("pool:forcefulShutdown", remove);
	events.on("pool:release", remove);
	events.on("pool:release", forget);
	events.on("job:start", onJob);
	events.on("job:complete", onJobEnded);
	const looks = new Map<number, NodeJS.Timeout>();
	const lookAfter = (ms: number) => {
		if (looks.has(ms)) return;
		const look = () => {
			looks.delete(ms);
			if (expected > 0) wake();
			// Other processes may have found the rest.
			if (looks.size === 0) expected = 0;
		};
		looks.set(ms, setTimeout(look, ms).unref());
	};
	const isMany = countSeconds();
	let timer: NodeJS.Timeout | undefined;
	let isQuiet = false;
	let isStopped = false;
	const lookIn = (ms: number) => {
		clearTimeout(timer);
		isQuiet = ms !== LOOK_EVERY_MS;
		if (!isStopped) timer = setTimeout(look, ms).unref();
	};
	const look = async () => {
		if (performance.now() - queuedAt < quietAfterMs) {
			if (looks.size === 0) wake();
			return lookIn(LOOK_EVERY_MS);
		}
		const since = queuedAt;
		const dueInMs = await selectDueInMs(pool, queue.schema).catch((err) => {
			log.debug({ err }, "could not look for jobs");
			return QUIET_LOOK_EVERY_MS;
		});
		if (dueInMs <= 0) wake();
		if (queuedAt !== since) lookIn(LOOK_EVERY_MS);
		else lookIn(dueInMs > 0 ? dueInMs : QUIET_LOOK_EVERY_MS);
	};
	lookIn(LOOK_EVERY_MS);
	const removeListener = queue.onQueued(() => {
		expected += 1;
		queuedAt = performance.now();
		const delays = isMany() ? GATHER_MS : LOOK_AFTER_MS;
		delays.forEach(lookAfter);
		if (isQuiet) lookIn(LOOK_EVERY_MS);
	});
	return {
		stop() {
			isStopped = true;
			removeListener();
			clearTimeout(timer);
			for (const look of looks.values()) clearTimeout(look);
		},
	};
}

/** Counts its calls, and returns whether there are many in this second, or were in the one before. */
function countSeconds(): () => boolean {
	let second = 0;
	let [calls, callsBefore] = [0, 0];
	return () => {
		const now = Math.floor(performance.now() / 1_000);
		if (now !== second) {
			callsBefore = now === second + 1 ? calls : 0;
			[second, calls] = [now, 0];
		}
		calls += 1;
		return Math.max(calls, callsBefore) > MANY_A_SECOND;
	};
}

/** The milliseconds until a job is due, or until the next look if there is none before; 0 if one is due already. */
async function selectDueInMs(pool: pg.Pool, schema: string): Promise<number> {
	const { rows } = await pool.query<{ ms: number }>({
		name: `next_due/${schema}`,
		text: `select ceil(extract(epoch from min(run_at) - now()) * 1000)::float8 as ms
		   from ${schema}._private_jobs
		  where is_available`,
	});
	const ms = rows[0]?.ms ?? QUIET_LOOK_EVERY_MS;
	return Math.max(0, Math.min(ms, QUIET_LOOK_EVERY_MS));
}
