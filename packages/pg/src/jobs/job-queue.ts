import { announceRows, onAnnounced } from "../polling/row-watch.ts";
import type { Statement } from "../statement/statement.ts";

/** A job of a queue whose jobs have these names and payloads. */
export interface JobSpec<Jobs, Name extends keyof Jobs> {
	readonly task: Name;
	readonly payload: Jobs[Name];
	/** A job with the key of a waiting one replaces it. */
	readonly jobKey?: string;
	readonly runAt?: Date;
	/** 1: after the workspace's other jobs. */
	readonly priority?: 0 | 1;
}

/** A job as a part of a larger statement: queued once for every row that the expression is selected with. */
export interface JobExpression {
	/** @param payload the statement's parameter that holds `payload`, for example `$7`. */
	readonly sql: (payload: string) => string;
	readonly payload: string;
}

/** A queue, as its workers need to know it. */
export interface Queue {
	/** The queue's own schema. */
	readonly schema: string;
	/**
	 * Calls the listener whenever this process makes a statement that queues a job, or another one has announced some.
	 * Returns what removes the listener.
	 */
	onQueued(listener: () => void): () => void;
}

/** Queues jobs. `Jobs` has the payload of each job by its name. */
export interface JobQueue<Jobs> extends Queue {
	/**
	 * The statement that queues a job, to be sent in the transaction whose change asks for it. It does not notify the workers:
	 * PostgreSQL lets transactions that notify commit only one after the other, each with its own flush to disk (measured on
	 * two cores with 16 clients: 270 creates a second with it, 1,150 without). Other processes are notified outside of it.
	 */
	add<Name extends keyof Jobs & string>(job: JobSpec<Jobs, Name>): Statement;
	/** Reports that a statement queues jobs by itself. */
	announce(): void;
	/** The same as `add` for a job without a key or priority that may run at once, in a larger statement. */
	expression<Name extends keyof Jobs & string>(
		task: Name,
		payload: Jobs[Name],
	): JobExpression;
	/** The statement that makes the waiting job with this key due; one that runs already, or is not there, stays as it is. */
	runNow(jobKey: string): Statement;
}

/** @param schema the queue's own schema. */
export function createJobQueue<Jobs>(schema: string): JobQueue<Jobs> {
	const announce = () => announceRows(schema);
	return {
		schema,
		onQueued: (listener) => onAnnounced(schema, listener),
		announce,
		add({ task, payload, jobKey, runAt, priority = 0 }) {
			announce();
			return {
				name: `add_job/${schema}`,
				text: `select ${schema}.enqueue($1, $2::json, $3::timestamptz, $4, $5)`,
				values: [
					task,
					JSON.stringify(payload),
					runAt?.toISOString(),
					jobKey,
					priority,
				],
			};
		},
		expression(task, payload) {
			announce();
			return {
				sql: (parameter) =>
					`${schema}.enqueue('${task}', ${parameter}::json, null, null, 0)`,
				payload: JSON.stringify(payload),
			};
		},
		runNow(jobKey) {
			announce();
			return {
				name: `run_job_now/${schema}`,
				text: `select from ${schema}.reschedule_jobs(
       array(select id from ${schema}._private_jobs where key = $1), run_at => now())`,
				values: [jobKey],
			};
		},
	};
}
