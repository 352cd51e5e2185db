import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	type Job,
	type Runner,
	run,
	type TaskList,
	Logger as WorkerLogger,
} from "graphile-worker";
import {
	type DatabaseAddress,
	directAddress,
	pooledConnection,
} from "../connection/pooler.ts";
import { keepFair } from "./fair-jobs.ts";
import { createJobPool } from "./job-pool.ts";
import type { Queue } from "./job-queue.ts";
import { keepWorkersKnown, TIMEOUTS, type Timeouts } from "./job-workers.ts";
import { wakeWorkers } from "./wake-workers.ts";

export interface JobsConfig extends DatabaseAddress {
	readonly role: string;
	readonly queue: Queue;
	/** Jobs at a time in this process. */
	readonly concurrency: number;
}

/** What a worker does for each job of a queue; `Jobs` has the payload of each by its name. */
export type Tasks<Jobs> = {
	readonly [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void>;
};

export interface JobRunner {
	/** Finishes what is running and stops. */
	stop(): Promise<void>;
}

const POLL_MS = 60_000; // of each worker by itself; `wake-workers.ts` wakes them
const RESTART_MS = 500;
// Jobs are taken together, at most as many as there are workers. What no worker has begun after this time, because others
// take so long, is given back.
const TAKEN_MS = 1_000;

/**
 * Works on the queued jobs of one service in this process. A job runs at least once: a task must be safe to repeat. One
 * that throws runs again later, with exponential backoff; what a killed process had in hand is given back after half a
 * minute. The workspaces whose jobs are due share the workers (`fair-jobs.ts`).
 *
 * @param crontab lines in graphile-worker's crontab format for what happens by the clock.
 */
export async function startJobs<Jobs>(
	config: JobsConfig,
	tasks: Tasks<Jobs>,
	crontab: string,
	log: Logger,
	timeouts: Timeouts = TIMEOUTS,
): Promise<JobRunner> {
	const pool = createJobPool({
		...pooledConnection(config, { role: config.role, TimeZone: "UTC" }),
		isPooled: config.directUrl !== undefined,
		prepares: config.prepares,
		max: config.concurrency + 1,
	});
	pool.on("error", (err) => log.warn({ err }, "idle connection lost"));
	pool.on("connect", (client) => client.on("error", () => {}));
	const events = new EventEmitter();
	const { role, queue } = config;
	const url = directAddress(config);
	const { schema } = queue;
	const known = { url, role, schema };
	const workers = await keepWorkersKnown(pool, known, events, log, timeouts);
	const waking = wakeWorkers(pool, queue, events, config.concurrency, log);
	const start = () =>
		run({
			pgPool: pool,
			taskList: tasks as TaskList, // a payload is what the queue of these jobs was given
			crontab,
			noHandleSignals: true,
			events,
			preset: {
				worker: {
					schema,
					concurrentJobs: config.concurrency,
					maxPoolSize: config.concurrency + 1,
					pollInterval: POLL_MS,
					localQueue: { size: config.concurrency, ttl: TAKEN_MS },
					logger: workerLogger(log),
				},
			},
		});
	const runner = await keepRunning(start, log);
	const fairness = keepFair(pool, schema, events, config.concurrency, log);
	return {
		async stop() {
			waking.stop();
			pool.isStopping = true;
			await runner.stop();
			await fairness.stop();
			await workers.stop();
			await pool.end();
		},
	};
}

/**
 * Starts the workers, and starts them again whenever they have ended by themselves: a worker that cannot note the end of
 * its job takes all others with it. A lost connection does not come this far, the job pool has it tried again.
 */
async function keepRunning(
	start: () => Promise<Runner>,
	log: Logger,
): Promise<JobRunner> {
	let stopping = false;
	let runner = await start();
	const watch = async () => {
		while (!stopping) {
			await runner.promise.catch((err: unknown) => {
				if (!stopping) log.warn({ err }, "workers ended; starting again");
			});
			while (!stopping) {
				await sleep(RESTART_MS);
				const started = await start().catch(() => undefined);
				if (started === undefined) continue;
				runner = started;
				break;
			}
		}
		await runner.stop().catch(() => {}); // it was started while we were stopping
	};
	const watching = watch();
	return {
		async stop() {
			stopping = true;
			await runner.stop().catch(() => {});
			await watching;
		},
	};
}

/** The worker's own lines, but for its chatter at every job; of a job that failed, which one, and why. */
function workerLogger(log: Logger): WorkerLogger {
	return new WorkerLogger(() => (level, message, meta) => {
		if (level === "warning") log.warn(message);
		if (level !== "error") return;
		const { failure, job, error: err } = meta ?? {};
		if (!failure) return log.warn({ err }, message);
		const { id: jobId, task_identifier: task, payload, attempts } = job as Job;
		log.warn({ err, jobId, task, payload, attempts }, "job failed");
	});
}
