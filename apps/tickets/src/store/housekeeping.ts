import type { Statement } from "@supportdesk/pg/statement.ts";

// The rows to change are an array, which PostgreSQL takes for a few: joined with a subquery of unknown length, they are
// found by reading all tickets of the workspace.

export function archiveUntouched(
	workspaceId: string,
	untouchedSince: Date,
	now: Date,
	rowsMax: number,
): Statement {
	return {
		name: "tickets_archive",
		text: `update tickets
   set status = 'archived',
       updated_at = $3
 where workspace_id = $1
   and id = any(array(select id
                        from tickets
                       where workspace_id = $1
                         and status = 'resolved'
                         and deleted_at is null
                         and updated_at < $2
                       limit $4
                         for update skip locked))`,
		values: [
			workspaceId,
			untouchedSince.toISOString(),
			now.toISOString(),
			rowsMax,
		],
	};
}

/** What hangs on the tickets goes with them, by the foreign keys. */
export function purgeDeletedTickets(
	workspaceId: string,
	deletedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "tickets_purge",
		text: `delete from tickets
 where workspace_id = $1
   and id = any(array(select id
                        from tickets
                       where workspace_id = $1
                         and deleted_at < $2
                       order by deleted_at
                       limit $3
                         for update skip locked))`,
		values: [workspaceId, deletedBefore.toISOString(), rowsMax],
	};
}
