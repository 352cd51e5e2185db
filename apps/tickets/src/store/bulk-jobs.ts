import type { Position } from "@supportdesk/paging/cursor.ts";
import {
	integer,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Bulk, BulkChanges, BulkStatus } from "../domain/bulk.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";
import { walkTickets } from "./ticket-walk.ts";

const BULK = rowType(
	{
		id: text,
		status: oneOf<BulkStatus>(),
		total: integer,
		changed: integer,
		unchanged: integer,
		failed: integer,
		created_at: timestamp,
		finished_at: nullable(timestamp),
	},
	(row): Bulk => ({
		id: row.id,
		status: row.status,
		total: row.total,
		changed: row.changed,
		unchanged: row.unchanged,
		failed: row.failed,
		createdAt: row.created_at,
		finishedAt: row.finished_at,
	}),
);

/** A job with the number of its tickets by what became of them. */
export function selectBulk(workspaceId: string, id: string): Query<Bulk> {
	return {
		name: "bulk_get",
		text: `select j.id, j.status, j.total, i.changed, i.unchanged, i.failed, j.created_at, j.finished_at
  from bulk_jobs j
 cross join lateral (
   select count(*) filter (where status = 'changed') as changed,
          count(*) filter (where status = 'unchanged') as unchanged,
          count(*) filter (where status = 'failed') as failed
     from bulk_items
    where workspace_id = $1
      and job_id = $2) i
 where j.workspace_id = $1
   and j.id = $2`,
		values: [workspaceId, id],
		row: BULK,
	};
}

/** The same, locked until the transaction ends. */
export function lockBulk(workspaceId: string, id: string): Statement {
	return {
		name: "bulk_lock",
		text: `select
  from bulk_jobs
 where workspace_id = $1
   and id = $2
   for no key update`,
		values: [workspaceId, id],
	};
}

export function countUnfinished(workspaceId: string): Query<number> {
	return {
		name: "bulk_count_unfinished",
		text: `select count(*) as it
  from bulk_jobs
 where workspace_id = $1
   and finished_at is null`,
		values: [workspaceId],
		row: rowType({ it: integer }, ({ it }) => it),
	};
}

/** A job that is about to begin. */
export interface NewBulk {
	readonly id: string;
	/** Undefined where the tickets are given. */
	readonly filter: TicketFilter | undefined;
	readonly changes: BulkChanges;
	readonly apiKeyId: string;
	readonly requestId: string;
	readonly createdAt: string;
}

export function insertBulk(
	workspaceId: string,
	{ id, filter, changes, apiKeyId, requestId, createdAt }: NewBulk,
): Statement {
	return {
		name: "bulk_insert",
		text: `insert into bulk_jobs (workspace_id, id, status, filter, changes, total, api_key_id, request_id, created_at)
values ($1, $2, $3, $4, $5, 0, $6, $7, $8)`,
		values: [
			workspaceId,
			id,
			filter ? "collecting" : "running",
			filter && JSON.stringify(filter),
			JSON.stringify(changes),
			apiKeyId,
			requestId,
			createdAt,
		],
	};
}

/** Adds tickets to a job, behind those that it has. */
export function insertItems(
	workspaceId: string,
	jobId: string,
	ticketIds: readonly string[],
): Statement {
	return {
		name: "bulk_insert_items",
		text: `with job as (
  update bulk_jobs
     set total = total + cardinality($3::text[])
   where workspace_id = $1
     and id = $2
  returning total - cardinality($3::text[]) as before
)
insert into bulk_items (workspace_id, job_id, position, ticket_id)
select $1, $2, before + position, ticket_id
  from job, unnest($3::text[]) with ordinality as t (ticket_id, position)`,
		values: [workspaceId, jobId, ticketIds],
	};
}

/** A job that has not ended, and what it needs to go on. */
export interface OpenBulk {
	readonly isCollecting: boolean;
	readonly filter: TicketFilter;
	readonly changes: BulkChanges;
	/** Behind which tickets are still to be collected. */
	readonly position: Position | undefined;
	readonly apiKeyId: string;
	readonly requestId: string;
	readonly createdAt: string;
}

/** A job that has not ended, locked against others that collect its tickets. */
export function selectOpenBulk(
	workspaceId: string,
	id: string,
	lock: "" | "for no key update" = "",
): Query<OpenBulk> {
	return {
		name: lock ? "bulk_lock_open" : "bulk_open",
		text: `select status, coalesce(filter, '{}') as filter, coalesce(changes, '{}') as changes, collected_at, collected_id,
       api_key_id, request_id, created_at
  from bulk_jobs
 where workspace_id = $1
   and id = $2
   and finished_at is null
 ${lock}`,
		values: [workspaceId, id],
		row: OPEN_BULK,
	};
}

const OPEN_BULK = rowType(
	{
		status: oneOf<BulkStatus>(),
		filter: text,
		changes: text,
		collected_at: nullable(timestamp),
		collected_id: nullable(text),
		api_key_id: text,
		request_id: text,
		created_at: timestamp,
	},
	(row): OpenBulk => ({
		isCollecting: row.status === "collecting",
		filter: JSON.parse(row.filter) as TicketFilter,
		changes: JSON.parse(row.changes) as BulkChanges,
		position:
			row.collected_id === null
				? undefined
				: { value: row.collected_at, id: row.collected_id },
		apiKeyId: row.api_key_id,
		requestId: row.request_id,
		createdAt: row.created_at,
	}),
);

/** Tickets that a filter means, the oldest first. */
export function selectMeant(
	workspaceId: string,
	filter: TicketFilter,
	position: Position | undefined,
	rowsMax: number,
): Query<{ readonly id: string; readonly created_at: string }> {
	const sort = { field: "created_at", direction: "asc" } as const;
	const walk = walkTickets(workspaceId, filter, sort, rowsMax, position);
	return {
		text: `select t.id, t.created_at
  from (${walk.parts.join("\n   union all\n  ")}) t
 order by ${walk.orderBy("t")}
 limit ${rowsMax}`,
		values: walk.values,
		row: rowType({ id: text, created_at: timestamp }),
	};
}

/** Stores how far the tickets are collected. */
export function saveCollected(
	workspaceId: string,
	id: string,
	last: { readonly id: string; readonly created_at: string },
): Statement {
	return {
		name: "bulk_save_collected",
		text: `update bulk_jobs
   set collected_at = $3,
       collected_id = $4
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id, last.created_at, last.id],
	};
}

/** Stores that all tickets are collected. */
export function startBulk(workspaceId: string, id: string): Statement {
	return {
		name: "bulk_start",
		text: `update bulk_jobs
   set status = 'running',
       filter = null
 where workspace_id = $1
   and id = $2
   and status = 'collecting'`,
		values: [workspaceId, id],
	};
}

/** Ends a job that has not ended yet. */
export function finishBulk(
	workspaceId: string,
	id: string,
	status: "done" | "cancelled",
	now: Date,
): Statement {
	return {
		name: "bulk_finish",
		text: `update bulk_jobs
   set status = $3,
       filter = null,
       changes = null,
       finished_at = $4
 where workspace_id = $1
   and id = $2
   and finished_at is null`,
		values: [workspaceId, id, status, now.toISOString()],
	};
}

/** Deletes results of jobs that ended before this time. */
export function purgeBulkItems(
	workspaceId: string,
	finishedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "bulk_items_purge",
		text: `delete from bulk_items
 where ctid = any(array(select i.ctid
                          from bulk_jobs j
                          join bulk_items i on i.workspace_id = j.workspace_id and i.job_id = j.id
                         where j.workspace_id = $1
                           and j.finished_at < $2
                         limit $3))`,
		values: [workspaceId, finishedBefore.toISOString(), rowsMax],
	};
}

/** Deletes the jobs themselves, once their results are gone. */
export function purgeBulks(
	workspaceId: string,
	finishedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "bulks_purge",
		text: `delete from bulk_jobs
 where workspace_id = $1
   and id = any(array(select id
                        from bulk_jobs j
                       where j.workspace_id = $1
                         and j.finished_at < $2
                         and not exists (select from bulk_items i where i.workspace_id = $1 and i.job_id = j.id)
                       limit $3))`,
		values: [workspaceId, finishedBefore.toISOString(), rowsMax],
	};
}
