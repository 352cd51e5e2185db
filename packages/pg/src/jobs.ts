import type { Logger } from "@supportdesk/logger/logger.ts";
import { run, type TaskList, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import type { Statement } from "./statement.ts";

export interface JobSpec {
	/** Name of the task. */
	readonly task: string;
	readonly payload: Readonly<Record<string, unknown>>;
	/** Jobs of one queue run one after the other. */
	readonly queue?: string;
	/** A job with the key of a waiting one takes its place. */
	readonly jobKey?: string;
	readonly runAt?: Date;
	readonly attemptsMax?: number;
}

/** The statement that queues a job, to be sent in the transaction whose change asks for it. */
export function addJob(schema: string, job: JobSpec): Statement {
	return {
		name: "add_job",
		text: `select ${schema}.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz, max_attempts => $5::int, job_key => $6)`,
		values: [
			job.task,
			JSON.stringify(job.payload),
			job.queue ?? null,
			job.runAt?.toISOString() ?? null,
			job.attemptsMax ?? null,
			job.jobKey ?? null,
		],
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

const POLL_MS = 1_000; // new jobs are announced; polling finds those whose time has come
const CONNECTIONS_MAX = 3;

/**
 * Works on the queued jobs of one service in this process. A job runs at least once: a task must be safe to repeat. One that
 * throws runs again later, with exponential backoff.
 *
 * @param crontab lines in graphile-worker's crontab format for what happens by the clock.
 */
export async function startJobs(
	config: JobsConfig,
	tasks: TaskList,
	crontab: string,
	log: Logger,
): Promise<JobRunner> {
	const pool = new pg.Pool({
		connectionString: config.url,
		max: CONNECTIONS_MAX,
		options: `-c role=${config.role} -c TimeZone=UTC`,
	});
	pool.on("error", (err) => log.warn({ err }, "idle connection lost"));
	pool.on("connect", (client) => client.on("error", () => {}));
	const runner = await run({
		pgPool: pool,
		schema: config.schema,
		taskList: tasks,
		crontab,
		concurrency: config.concurrency,
		pollInterval: POLL_MS,
		noHandleSignals: true,
		logger: workerLogger(log),
	});
	return {
		async stop() {
			await runner.stop();
			await pool.end();
		},
	};
}

/** The worker's own lines, but for its chatter at every job. */
function workerLogger(log: Logger): WorkerLogger {
	return new WorkerLogger(() => (level, message, meta) => {
		if (level === "error") log.warn({ meta }, message);
		else if (level === "warning") log.warn(message);
	});
}
