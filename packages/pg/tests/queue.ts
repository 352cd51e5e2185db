import type { TaskList } from "graphile-worker";
import pg from "pg";
import { createJobQueue, type JobSpec } from "../src/jobs/job-queue.ts";
import type { Timeouts } from "../src/jobs/job-workers.ts";
import { type JobRunner, startJobs, type Tasks } from "../src/jobs/run-jobs.ts";
import { inTransaction } from "../src/transaction/transaction.ts";
import { createSample, log, type Sample } from "./sample.ts";

export const JOBS = "sample_jobs";

/** Any name, any payload. */
type SampleJobs = Record<string, object>;

export const sampleJobs = createJobQueue<SampleJobs>(JOBS);

export interface JobRow {
	readonly task: string;
	readonly payload: Record<string, unknown>;
	readonly attempts: number;
	readonly run_at: Date;
	readonly updated_at: Date;
	readonly locked_by: string | null;
}

/** The sample's job queue, looked at from outside. */
export interface Queue {
	readonly sample: Sample;
	readonly admin: pg.Pool;
	add(...jobs: JobSpec<SampleJobs, string>[]): Promise<void>;
	list(): Promise<JobRow[]>;
	/** Makes jobs that wait for another try due. */
	hurry(): Promise<void>;
	stop(): Promise<void>;
}

export async function createQueue(): Promise<Queue> {
	const sample = await createSample();
	const pool = sample.pool();
	const admin = new pg.Pool({ connectionString: sample.url, max: 2 });
	admin.on("error", () => {}); // dropping the database ends its connections
	return {
		sample,
		admin,
		add: (...jobs) =>
			inTransaction(pool, "wsp_1", async (tx) => {
				for (const job of jobs) tx.defer(sampleJobs.add(job));
			}),
		async list() {
			const { rows } = await admin.query<JobRow>(
				`select t.identifier as task, j.payload, j.attempts, j.run_at, j.updated_at, j.locked_by
				   from ${JOBS}._private_jobs j
				   join ${JOBS}._private_tasks t on t.id = j.task_id
				  order by j.id`,
			);
			return rows;
		},
		async hurry() {
			await admin.query(
				`update ${JOBS}._private_jobs set run_at = now() where locked_at is null`,
			);
		},
		async stop() {
			await admin.end();
			await sample.drop();
		},
	};
}

/** Works on the queue as a service would, one job at a time. */
export function startRunner(
	url: string,
	tasks: TaskList,
	timeouts?: Timeouts,
	logger = log,
): Promise<JobRunner> {
	const config = { url, role: "supportdesk_sample", queue: sampleJobs };
	return startJobs(
		{ ...config, concurrency: 1 },
		tasks as Tasks<SampleJobs>,
		"",
		logger,
		timeouts,
	);
}
