import type { ErrorCode } from "@supportdesk/errors/app-error.ts";
import {
	integer,
	nullable,
	oneOf,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { BulkResult, BulkResultStatus } from "../domain/bulk.ts";

/** A ticket whose turn is still to come. */
export interface PendingItem {
	readonly position: number;
	readonly ticketId: string;
}

const PENDING = rowType(
	{ position: integer, ticket_id: text },
	(row): PendingItem => ({ position: row.position, ticketId: row.ticket_id }),
);

/** The next tickets of a job. */
export function selectPending(
	workspaceId: string,
	jobId: string,
	rowsMax: number,
): Query<PendingItem> {
	return {
		name: "bulk_pending",
		text: `select position, ticket_id
  from bulk_items
 where workspace_id = $1
   and job_id = $2
   and status = 'pending'
 order by position
 limit $3`,
		values: [workspaceId, jobId, rowsMax],
		row: PENDING,
	};
}

/** One of them, locked until the transaction ends; none where another process has had it, or the job was cancelled. */
export function lockPending(
	workspaceId: string,
	jobId: string,
	position: number,
): Query<PendingItem> {
	return {
		name: "bulk_lock_pending",
		text: `select i.position, i.ticket_id
  from bulk_items i
  join bulk_jobs j on j.workspace_id = i.workspace_id and j.id = i.job_id
 where i.workspace_id = $1
   and i.job_id = $2
   and i.position = $3
   and i.status = 'pending'
   and j.finished_at is null
   for no key update of i`,
		values: [workspaceId, jobId, position],
		row: PENDING,
	};
}

/** Stores what became of a ticket whose turn has come. */
export function saveResult(
	workspaceId: string,
	jobId: string,
	{ position, status, error }: Omit<BulkResult, "ticketId">,
): Statement {
	return {
		name: "bulk_save_result",
		text: `update bulk_items
   set status = $4,
       code = $5,
       message = $6
 where workspace_id = $1
   and job_id = $2
   and position = $3
   and status = 'pending'`,
		values: [workspaceId, jobId, position, status, error?.code, error?.message],
	};
}

const RESULT = rowType(
	{
		position: integer,
		ticket_id: text,
		status: oneOf<BulkResultStatus>(),
		code: nullable(oneOf<ErrorCode>()),
		message: nullable(text),
	},
	(row): BulkResult => ({
		position: row.position,
		ticketId: row.ticket_id,
		status: row.status,
		error:
			row.code === null || row.message === null
				? null
				: { code: row.code, message: row.message },
	}),
);

/** A job's tickets in their order, behind a position. */
export function selectResultPage(
	workspaceId: string,
	jobId: string,
	status: string | undefined,
	afterPosition: number,
	rowsMax: number,
): Query<BulkResult> {
	return {
		name: "bulk_results",
		text: `select position, ticket_id, status, code, message
  from bulk_items
 where workspace_id = $1
   and job_id = $2
   and ($3::text is null or status = $3)
   and position > $4
 order by position
 limit $5`,
		values: [workspaceId, jobId, status, afterPosition, rowsMax],
		row: RESULT,
	};
}
