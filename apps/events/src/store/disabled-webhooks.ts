import { oneOf, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { DisabledWebhook } from "../domain/disabled-notice.ts";
import type { Webhook } from "../domain/webhook.ts";
import { WEBHOOK, WEBHOOK_COLUMNS } from "./webhooks.ts";

/**
 * Disables an enabled webhook, whose owner has to be notified; returns it, or no row when it was disabled or deleted by
 * another request.
 *
 * @param eventId of the event that reports it.
 */
export function disableWebhook(
	workspaceId: string,
	id: string,
	reason: NonNullable<Webhook["disabledReason"]>,
	eventId: string,
	now: Date,
): Query<Webhook> {
	return {
		name: "webhook_disable",
		text: `update webhooks
   set enabled = false,
       disabled_reason = $3,
       notice_id = $5,
       notice_due_at = $4,
       updated_at = greatest(updated_at + interval '1 millisecond', $4)
 where workspace_id = $1
   and id = $2
   and enabled
returning ${WEBHOOK_COLUMNS}`,
		values: [workspaceId, id, reason, now.toISOString(), eventId],
		row: WEBHOOK,
	};
}

const FAILING = rowType({ workspace_id: text, id: text }, (row) => ({
	workspaceId: row.workspace_id,
	id: row.id,
}));

/** Enabled webhooks of all workspaces of which every attempt has failed since a time; for deliverers. */
export function selectFailing(
	since: Date,
): Query<{ readonly workspaceId: string; readonly id: string }> {
	return {
		name: "webhooks_failing",
		text: `select workspace_id, id
  from webhooks
 where enabled
   and failing_since <= $1
 order by random() -- those that are not disabled keep no other back
 limit 100`,
		values: [since.toISOString()],
		row: FAILING,
	};
}

const ID = rowType({ id: text }, ({ id }) => id);

/**
 * The webhook, locked until the transaction ends, if it fails still and one of its attempts was made so long after the
 * first: time in which nothing was attempted, because the product was stopped, does not count.
 */
export function lockFailing(
	workspaceId: string,
	id: string,
	since: Date,
	triedForMs: number,
): Query<string> {
	return {
		name: "webhook_lock_failing",
		text: `select id
  from webhooks w
 where workspace_id = $1
   and id = $2
   and enabled
   and failing_since <= $3
   and exists (select
                 from deliveries d
                 join attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
                where d.workspace_id = $1
                  and d.webhook_id = $2
                  and a.started_at >= w.failing_since + $4 * interval '1 millisecond')
   for no key update`,
		values: [workspaceId, id, since.toISOString(), triedForMs],
		row: ID,
	};
}

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
