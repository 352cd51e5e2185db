import type { QueueCount } from "@supportdesk/metrics/queue-metrics.ts";
import type { Pool } from "../connection/pool.ts";

/**
 * What is in a queue, every known task in every state that has jobs, and in `ready` and `dead` at least.
 *
 * @param schema the queue's own schema.
 */
export async function countJobs(
	pool: Pool,
	schema: string,
): Promise<QueueCount[]> {
	const { rows } = await pool.query<QueueCount>(
		`select task, state, coalesce(count, 0)::int as count, coalesce("oldestSeconds", 0)::float8 as "oldestSeconds"
		   from (select t.identifier as task, j.state, count(*) as count,
		                max(greatest(extract(epoch from now() - j.run_at), 0)) as "oldestSeconds"
		           from (select task_id, run_at,
		                        case when locked_at is not null then 'running'
		                             when attempts >= max_attempts then 'dead'
		                             when attempts > 0 then 'failed'
		                             when run_at > now() then 'scheduled'
		                             else 'ready' end as state
		                   from ${schema}._private_jobs) j
		           join ${schema}._private_tasks t on t.id = j.task_id
		          group by 1, 2) counted
		   full join (select identifier as task, state
		                from ${schema}._private_tasks, unnest(array['ready', 'dead']) as state) known
		  using (task, state)`,
	);
	return rows;
}
