import { oneOf, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { DisabledWebhook } from "../domain/disabled-notice.ts";

const DUE = rowType({ workspace_id: text, id: text }, (row) => ({
	workspaceId: row.workspace_id,
	webhookId: row.id,
}));

/** Webhooks of all workspaces whose owners have to be notified; for deliverers. */
export function selectDueNotices(
	now: Date,
): Query<{ readonly workspaceId: string; readonly webhookId: string }> {
	return {
		name: "notices_due",
		text: `select workspace_id, id
  from webhooks
 where notice_due_at <= $1
 order by notice_due_at
 limit 100`,
		values: [now.toISOString()],
		row: DUE,
	};
}

const DISABLED = rowType(
	{
		id: text,
		url: text,
		disabled_reason: oneOf<DisabledWebhook["reason"]>(),
		owner_id: text,
		notice_id: text,
	},
	(row): DisabledWebhook => ({
		id: row.id,
		url: row.url,
		reason: row.disabled_reason,
		ownerId: row.owner_id,
		noticeId: row.notice_id,
	}),
);

/** Claims a due notice until a later time; no row when another process has claimed it. */
export function claimNotice(
	workspaceId: string,
	webhookId: string,
	now: Date,
	until: Date,
): Query<DisabledWebhook> {
	return {
		name: "notice_claim",
		text: `update webhooks
   set notice_due_at = $4
 where workspace_id = $1
   and id = $2
   and notice_due_at <= $3
returning id, url, coalesce(disabled_reason, 'failing') as disabled_reason, owner_id, coalesce(notice_id, '') as notice_id`,
		values: [workspaceId, webhookId, now.toISOString(), until.toISOString()],
		row: DISABLED,
	};
}

/** The mail of this notice is with the tickets service. */
export function finishNotice(
	workspaceId: string,
	{ id, noticeId }: DisabledWebhook,
): Statement {
	return {
		name: "notice_finish",
		text: `update webhooks
   set notice_id = null,
       notice_due_at = null
 where workspace_id = $1
   and id = $2
   and notice_id = $3`,
		values: [workspaceId, id, noticeId],
	};
}
