import type { QueueCount } from "@supportdesk/metrics/queue-metrics.ts";
import type { Pool } from "../connection/pool.ts";
import { queryRows } from "../statement/query-rows.ts";
import { integer, oneOf, real, rowType, text } from "../statement/row-type.ts";

const QUEUE_COUNT = rowType(
	{
		task: text,
		state: oneOf<QueueCount["state"]>(),
		count: integer,
		oldest_seconds: real,
	},
	({ task, state, count, oldest_seconds }): QueueCount => ({
		task,
		state,
		count,
		oldestSeconds: oldest_seconds,
	}),
);

/**
 * What is in a service's queues, every known task in every state that has jobs, and in `ready` and `dead` at least.
 *
 * @param schemas the queues' own schemas.
 */
export async function countJobs(
	pool: Pool,
	schemas: readonly string[],
): Promise<QueueCount[]> {
	const jobs = schemas.map(
		(schema) =>
			`select t.identifier, j.locked_at, j.attempts, j.max_attempts, j.run_at
			   from ${schema}._private_jobs j
			   join ${schema}._private_tasks t on t.id = j.task_id`,
	);
	const tasks = schemas.map(
		(schema) => `select identifier from ${schema}._private_tasks`,
	);
	return queryRows(pool, {
		text: `select task, state, coalesce(count, 0)::int as count, coalesce(oldest_seconds, 0)::float8 as oldest_seconds
		   from (select identifier as task, state, count(*) as count,
		                max(greatest(extract(epoch from now() - run_at), 0)) as oldest_seconds
		           from (select identifier, run_at,
		                        case when locked_at is not null then 'running'
		                             when attempts >= max_attempts then 'dead'
		                             when attempts > 0 then 'failed'
		                             when run_at > now() then 'scheduled'
		                             else 'ready' end as state
		                   from (${jobs.join(" union all ")}) j) s
		          group by 1, 2) counted
		   full join (select identifier as task, state
		                from (${tasks.join(" union ")}) t, unnest(array['ready', 'dead']) as state) known
		  using (task, state)`,
		row: QUEUE_COUNT,
	});
}
