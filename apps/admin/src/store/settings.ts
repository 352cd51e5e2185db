import { boolean, type Row, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";

const SETTINGS = rowType({ id: text, pending_after_reply: boolean });
export type SettingsRow = Row<typeof SETTINGS.columns>;

/** A workspace's settings after a change; an absent one stays. */
export async function changeSettings(
	tx: Transaction,
	workspaceId: string,
	{ pendingAfterReply }: { readonly pendingAfterReply: boolean | undefined },
	now: Date,
): Promise<SettingsRow> {
	const query =
		pendingAfterReply === undefined
			? selectSettings(workspaceId)
			: saveSettings(workspaceId, pendingAfterReply, now);
	const { rows } = await tx.query(query);
	return rows[0]!;
}

export function selectSettings(workspaceId: string): Query<SettingsRow> {
	return {
		text: `select $1::text as id,
		              coalesce((select pending_after_reply
		                          from tickets.workspace_settings
		                         where workspace_id = $1), false) as pending_after_reply`,
		values: [workspaceId],
		row: SETTINGS,
	};
}

export function saveSettings(
	workspaceId: string,
	pendingAfterReply: boolean,
	now: Date,
): Query<SettingsRow> {
	return {
		text: `insert into tickets.workspace_settings (workspace_id, pending_after_reply, updated_at)
		       values ($1, $2, $3)
		       on conflict (workspace_id)
		       do update set pending_after_reply = excluded.pending_after_reply,
		                     updated_at = excluded.updated_at
		       returning workspace_id as id, pending_after_reply`,
		values: [workspaceId, pendingAfterReply, now.toISOString()],
		row: SETTINGS,
	};
}
