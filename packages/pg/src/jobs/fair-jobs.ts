import type { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type pg from "pg";

// Half a second of one workspace's jobs at the most is ahead of another's job that has just been queued.
const PASS_EVERY_MS = 500;
// Reading the whole backlog takes 35 ms for 10,000 jobs, 0.4 s for 100,000: it is done in a twentieth of the time.
const FULL_PASS_SHARE = 20;

/** How far a pass reads, and in which rank it puts a job by its place among those of its workspace that are due. */
interface Pass {
	/** Ranks below this are read. */
	readonly ranks: number;
	/** The first place that is not in rank 0, 1, 2 and so on. */
	readonly bounds: readonly number[];
}

// Rank 0 is what the workers of two processes hold. Each further one is four times as large, so that a job of a long
// backlog changes its rank a few times only.
const FULL_PASS: Pass = { ranks: 5, bounds: [9, 33, 129, 513] };
// Reads rank 0 alone, in which new jobs are, and puts at the end what is too much there.
const SHORT_PASS: Pass = { ranks: 1, bounds: [9, 9, 9, 9] };

/**
 * Keeps a queue fair: of each workspace the first few jobs that are due come before all others, then the next few of
 * each. graphile-worker runs jobs in the order of their priority, then of their time. A job is queued with priority 0, or
 * with 1 if it should run after the others of its workspace; twice the job's rank is added to that later. Thus nothing is
 * paid when a job is queued, and versions of the product that know no ranks queue and run jobs beside this one. One
 * process at a time does it, and only while all of its workers have jobs: with a free worker no job waits.
 *
 * @param schema the queue's own schema.
 * @param events the worker pools' own.
 */
export function keepFair(
	pool: pg.Pool,
	schema: string,
	events: EventEmitter,
	concurrency: number,
	log: Logger,
): { stop(): Promise<void> } {
	const stopping = new AbortController();
	const { signal } = stopping;
	const workers = watchWorkers(events, concurrency);
	let fullPassAt = 0;
	const pass = async () => {
		const startedMs = performance.now();
		const isFull = startedMs >= fullPassAt;
		try {
			await rankJobs(pool, schema, isFull ? FULL_PASS : SHORT_PASS);
		} catch (err) {
			log.debug({ err, schema }, "could not rank jobs");
		}
		if (!isFull) return;
		const tookMs = performance.now() - startedMs;
		fullPassAt = startedMs + FULL_PASS_SHARE * tookMs;
	};
	const keep = async () => {
		while (!signal.aborted) {
			if (workers.wereBusy()) await pass();
			await sleep(PASS_EVERY_MS, undefined, { signal }).catch(() => {});
		}
	};
	const done = keep();
	return {
		stop() {
			stopping.abort();
			return done;
		},
	};
}

/** Whether all workers had a job at once since the last call; true at first, for jobs that are already there. */
function watchWorkers(
	events: EventEmitter,
	concurrency: number,
): { wereBusy(): boolean } {
	let inProgress = 0;
	let busy = true;
	events.on("job:start", () => {
		inProgress += 1;
		busy ||= inProgress >= concurrency;
	});
	events.on("job:complete", () => {
		inProgress -= 1;
	});
	return {
		wereBusy() {
			const were = busy;
			busy = inProgress >= concurrency;
			return were;
		},
	};
}

/**
 * Jobs without a workspace, which run by the clock, are ranked as if they were of one. What a worker is taking at this
 * moment is left out. Rows are found again by their places: analysed while thousands of jobs were not committed yet, the table
 * counts as empty, and for ids PostgreSQL then chooses to read all rows for each row (10,000 jobs: 56 s instead of 0.3).
 */
async function rankJobs(
	pool: pg.Pool,
	schema: string,
	{ ranks, bounds }: Pass,
): Promise<void> {
	await pool.query({
		name: `rank_jobs/${schema}`,
		text: `with leader as materialized (
  select pg_try_advisory_xact_lock(hashtextextended($3, 0)) as leads
), due as (
  select j.ctid, priority,
         row_number() over (partition by payload ->> 'workspaceId' order by priority & 1, run_at, id) as place
    from leader
    join ${schema}._private_jobs j on leads
   where is_available
     and priority between 0 and $1
     and run_at <= now()
), ranked as (
  select ctid, (priority & 1) + 2 * width_bucket(place, $2::bigint[]) as priority
    from due
), misplaced as (
  select j.ctid, ranked.priority
    from ranked
    join ${schema}._private_jobs j on j.ctid = ranked.ctid
   where j.is_available
     and j.priority <> ranked.priority
     for update of j skip locked
)
update ${schema}._private_jobs j
   set priority = misplaced.priority
  from misplaced
 where j.ctid = misplaced.ctid`,
		values: [2 * ranks - 1, bounds, `rank_jobs ${schema}`],
	});
}
