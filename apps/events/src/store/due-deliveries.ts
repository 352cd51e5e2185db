import {
	boolean,
	integer,
	nullable,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** Row-level security shows deliverers what is due in every workspace. */
export const ENTER_AS_DELIVERER: Statement = {
	name: "deliverer",
	text: "select set_config('app.delivers_webhooks', 'on', true)",
};

/** A delivery that this process attempts now. */
export interface Claimed {
	readonly workspaceId: string;
	readonly webhookId: string;
	readonly id: string;
}

const CLAIMED = rowType(
	{ workspace_id: text, webhook_id: text, id: text },
	(row): Claimed => ({
		workspaceId: row.workspace_id,
		webhookId: row.webhook_id,
		id: row.id,
	}),
);

/**
 * Claims deliveries that are due, a few of each webhook, and of the least busy webhooks first: however many wait for one
 * endpoint, those of the others are found. A webhook whose last attempt failed has one delivery in progress, so that
 * endpoints that hang do not take all connections of a process. A claim is a later due time; a delivery whose process
 * dies is due again then.
 *
 * @param busy how many of a webhook's deliveries this process has in progress.
 * @param perWebhook maximum of one webhook's deliveries in progress.
 */
export function claimDue(
	now: Date,
	claimMs: number,
	busy: ReadonlyMap<string, number>,
	perWebhook: number,
	limit: number,
): Query<Claimed> {
	return {
		name: "deliveries_claim",
		// One index lookup for each webhook with pending deliveries, however many each has.
		text: `with recursive waiting (workspace_id, webhook_id) as (
  (select workspace_id, webhook_id
     from deliveries
    where status = 'pending'
    order by workspace_id, webhook_id
    limit 1)
   union all
  select next.*
    from waiting w
   cross join lateral (select workspace_id, webhook_id
                         from deliveries
                        where status = 'pending'
                          and (workspace_id, webhook_id) > (w.workspace_id, w.webhook_id)
                        order by workspace_id, webhook_id
                        limit 1) as next
), share as (
  select w.workspace_id, w.id, case when w.failing_since is null then $5 else 1 end - coalesce(busy.count, 0) as count
    from waiting
    join webhooks w on w.workspace_id = waiting.workspace_id and w.id = waiting.webhook_id and w.enabled
    left join unnest($3::text[], $4::integer[]) as busy (webhook_id, count) on busy.webhook_id = w.id
   order by coalesce(busy.count, 0), random()
), due as (
  select d.workspace_id, d.id
    from share
   cross join lateral (select workspace_id, id
                         from deliveries
                        where workspace_id = share.workspace_id
                          and webhook_id = share.id
                          and status = 'pending'
                          and due_at <= $1
                        order by due_at
                        limit greatest(0, share.count)
                          for no key update skip locked) as d
   limit $6
)
update deliveries
   set due_at = $2
  from due
 where deliveries.workspace_id = due.workspace_id
   and deliveries.id = due.id
returning deliveries.workspace_id, deliveries.webhook_id, deliveries.id`,
		values: [
			now.toISOString(),
			new Date(now.getTime() + claimMs).toISOString(),
			[...busy.keys()],
			[...busy.values()],
			perWebhook,
			limit,
		],
		row: CLAIMED,
	};
}

/** What an attempt needs. */
export interface OutgoingDelivery {
	readonly webhookId: string;
	readonly eventId: string;
	readonly url: string;
	readonly attemptsBefore: number;
	readonly secretVersion: number;
	/** Whether the secret before signs too. */
	readonly isRotating: boolean;
	/** Null: the event's. */
	readonly body: string | null;
}

const OUTGOING = rowType(
	{
		webhook_id: text,
		event_id: text,
		url: text,
		attempt_count: integer,
		secret_version: integer,
		is_rotating: boolean,
		body: nullable(text),
	},
	(row): OutgoingDelivery => ({
		webhookId: row.webhook_id,
		eventId: row.event_id,
		url: row.url,
		attemptsBefore: row.attempt_count,
		secretVersion: row.secret_version,
		isRotating: row.is_rotating,
		body: row.body,
	}),
);

/** What is sent, and with which secrets; no row when the webhook is disabled or gone. */
export function selectOutgoing(
	workspaceId: string,
	deliveryId: string,
	now: Date,
): Query<OutgoingDelivery> {
	return {
		name: "delivery_outgoing",
		text: `select d.webhook_id, d.event_id, d.attempt_count, d.body, w.url, w.secret_version,
       coalesce(w.previous_secret_until > $3, false) as is_rotating
  from deliveries d
  join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id and w.enabled
 where d.workspace_id = $1
   and d.id = $2
   and d.status = 'pending'`,
		values: [workspaceId, deliveryId, now.toISOString()],
		row: OUTGOING,
	};
}

/** What became of an attempt. */
export interface AttemptResult {
	readonly number: number;
	readonly startedAt: Date;
	readonly durationMs: number;
	readonly statusCode: number | undefined;
	readonly error: string | undefined;
	readonly responseBody: string | undefined;
}

/**
 * Stores an attempt, and what it makes of its delivery and webhook. An attempt that another process has stored under the
 * same number meanwhile stays as it is.
 *
 * @param dueAt of the next attempt; undefined when there is none.
 */
export function saveAttempt(
	workspaceId: string,
	deliveryId: string,
	status: "pending" | "delivered" | "failed",
	dueAt: Date | undefined,
	attempt: AttemptResult,
): Statement {
	return {
		name: "attempt_save",
		text: `with delivery as (
  update deliveries
     set status = $3,
         attempt_count = greatest(attempt_count, $5),
         due_at = coalesce($4, due_at)
   where workspace_id = $1
     and id = $2
     and status = 'pending'
  returning webhook_id
), webhook as (
  update webhooks
     set failing_since = case when $3 = 'delivered' then null else coalesce(failing_since, $6) end
   where workspace_id = $1
     and id = (select webhook_id from delivery)
     and (failing_since is null) <> ($3 = 'delivered')
)
insert into attempts (workspace_id, delivery_id, number, started_at, duration_ms, status_code, error, response_body)
select $1, $2, $5, $6, $7, $8, $9, $10
  from delivery
    on conflict do nothing`,
		values: [
			workspaceId,
			deliveryId,
			status,
			dueAt?.toISOString(),
			attempt.number,
			attempt.startedAt.toISOString(),
			attempt.durationMs,
			attempt.statusCode,
			attempt.error,
			attempt.responseBody,
		],
	};
}
