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
import { connectionWith } from "../connection/connection.ts";
import type { Statement } from "../statement/statement.ts";
import { keepFair } from "./fair-jobs.ts";
import { createJobPool } from "./job-pool.ts";
import { keepWorkersKnown, PATIENCE, type Patience } from "./job-workers.ts";

export interface JobSpec {
	/** Name of the task. */
	readonly task: string;
	readonly payload: Readonly<Record<string, unknown>>;
	/** A job with the key of a waiting one takes its place. */
	readonly jobKey?: string;
	readonly runAt?: Date;
	/** 1: after the workspace's other jobs. */
	readonly priority?: 0 | 1;
}

/**
 * The statement that queues a job, to be sent in the transaction whose change asks for it. Workers look for new jobs
 * several times a second instead of being notified: PostgreSQL lets transactions that notify commit only one after the
 * other, each with its own flush to disk (measured on two cores with 16 clients: 270 creates a second with it, 1,150 without).
 *
 * @param schema the queue's own schema.
 */
export function addJob(schema: string, job: JobSpec): Statement {
	return {
		name: `add_job/${schema}`,
		text: `select ${schema}.enqueue($1, $2::json, $3::timestamptz, $4, $5)`,
		values: [
			job.task,
			JSON.stringify(job.payload),
			job.runAt?.toISOString(),
			job.jobKey,
			job.priority ?? 0,
		],
	};
}

/** A job as a part of a larger statement: queued once for every row that the expression is selected with. */
export interface JobExpression {
	/** @param payload the statement's parameter that holds `payload`, for example `$7`. */
	readonly sql: (payload: string) => string;
	readonly payload: string;
}

/** The same as `addJob`, for a job without a key or priority that may run at once. */
export function jobExpression(
	schema: string,
	job: Pick<JobSpec, "task" | "payload">,
): JobExpression {
	return {
		sql: (payload) =>
			`${schema}.enqueue('${job.task}', ${payload}::json, null, null, 0)`,
		payload: JSON.stringify(job.payload),
	};
}

/** The statement that makes the waiting job with this key due now; one that runs already, or is not there, is left alone. */
export function hurryJob(schema: string, jobKey: string): Statement {
	return {
		name: `hurry_job/${schema}`,
		text: `select from ${schema}.reschedule_jobs(
       array(select id from ${schema}._private_jobs where key = $1), run_at => now())`,
		values: [jobKey],
	};
}

export interface JobsConfig {
	readonly url: string;
	readonly role: string;
	/** The queue's own schema. */
	readonly schema: string;
	/** Jobs at a time in this process. */
	readonly concurrency: number;
}

export interface JobRunner {
	/** Finishes what is running and stops. */
	stop(): Promise<void>;
}

const POLL_MS = 200;
const RESTART_MS = 500;

/**
 * Works on the queued jobs of one service in this process. A job runs at least once: a task must be safe to repeat. One
 * that throws runs again later, with exponential backoff; what a killed process had in hand is given back after half a
 * minute. The workspaces whose jobs are due share the workers (`fair-jobs.ts`).
 *
 * @param crontab lines in graphile-worker's crontab format for what happens by the clock.
 */
export async function startJobs(
	config: JobsConfig,
	tasks: TaskList,
	crontab: string,
	log: Logger,
	patience: Patience = PATIENCE,
): Promise<JobRunner> {
	const pool = createJobPool({
		...connectionWith(config.url, { role: config.role, TimeZone: "UTC" }),
		max: config.concurrency + 1,
	});
	pool.on("error", (err) => log.warn({ err }, "idle connection lost"));
	pool.on("connect", (client) => client.on("error", () => {}));
	const events = new EventEmitter();
	const workers = await keepWorkersKnown(pool, config, events, log, patience);
	const start = () =>
		run({
			pgPool: pool,
			taskList: tasks,
			crontab,
			noHandleSignals: true,
			events,
			preset: {
				worker: {
					schema: config.schema,
					concurrentJobs: config.concurrency,
					maxPoolSize: config.concurrency + 1,
					pollInterval: POLL_MS,
					logger: workerLogger(log),
				},
			},
		});
	const runner = await keepRunning(start, log);
	const fairness = keepFair(pool, config.schema, log);
	return {
		async stop() {
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
		await runner.stop().catch(() => {}); // it was started while we were told to stop
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
