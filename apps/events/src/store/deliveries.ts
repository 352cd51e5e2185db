import type { Position } from "@supportdesk/paging/cursor.ts";
import {
	integer,
	json,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";
import type { Query, Statement, Value } from "@supportdesk/pg/statement.ts";
import type { Attempt, Delivery, DeliveryStatus } from "../domain/webhook.ts";

const COLUMNS = `d.id, d.webhook_id, d.event_id, d.event_type, d.status, d.created_at,
       case when d.status = 'pending' then d.due_at end as next_attempt_at,
       (select coalesce(json_agg(json_build_object(
                 'number', a.number,
                 'startedAt', to_char(a.started_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 'durationMs', a.duration_ms,
                 'statusCode', a.status_code,
                 'error', a.error,
                 'responseBody', a.response_body) order by a.number), '[]')
          from attempts a
         where a.workspace_id = d.workspace_id
           and a.delivery_id = d.id) as attempts`;

const DELIVERY = rowType(
	{
		id: text,
		webhook_id: text,
		event_id: text,
		event_type: text,
		status: oneOf<DeliveryStatus>(),
		next_attempt_at: nullable(timestamp),
		created_at: timestamp,
		attempts: json,
	},
	(row): Delivery => ({
		id: row.id,
		webhookId: row.webhook_id,
		eventId: row.event_id,
		eventType: row.event_type,
		status: row.status,
		nextAttemptAt: row.next_attempt_at,
		createdAt: row.created_at,
		attempts: JSON.parse(row.attempts) as Attempt[],
	}),
);

/** The delivery, if it is of this webhook. */
export function selectDelivery(
	workspaceId: string,
	webhookId: string,
	id: string,
): Query<Delivery> {
	return {
		name: "delivery",
		text: `select ${COLUMNS}
  from deliveries d
 where d.workspace_id = $1
   and d.webhook_id = $2
   and d.id = $3`,
		values: [workspaceId, webhookId, id],
		row: DELIVERY,
	};
}

/** One page, and a row more if there is another page behind it. */
export function selectDeliveryPage(
	workspaceId: string,
	webhookId: string,
	status: string | undefined,
	direction: "asc" | "desc",
	limit: number,
	position: Position | undefined,
): Query<Delivery> {
	const values: Value[] = [workspaceId, webhookId];
	const parameter = (value: Value) => `$${values.push(value)}`;
	const conditions = ["d.workspace_id = $1", "d.webhook_id = $2"];
	if (status !== undefined) conditions.push(`d.status = ${parameter(status)}`);
	if (position) {
		const beyond = direction === "desc" ? "<" : ">";
		conditions.push(
			`(d.created_at, d.id) ${beyond} (${parameter(position.value)}::timestamptz, ${parameter(position.id)})`,
		);
	}
	return {
		text: `select ${COLUMNS}
  from deliveries d
 where ${conditions.join("\n   and ")}
 order by d.created_at ${direction}, d.id ${direction}
 limit ${limit + 1}`,
		values,
		row: DELIVERY,
	};
}

/** The rows that deliverers watch. */
export const DELIVERY_ROWS = "webhook deliveries";

/** A delivery to be made. */
export interface NewDelivery {
	readonly id: string;
	readonly webhookId: string;
	readonly eventId: string;
	readonly eventType: string;
	/** What is sent where it is no event of the log. */
	readonly body?: string;
}

/** Queues deliveries, due at once. */
export function insertDeliveries(
	workspaceId: string,
	deliveries: readonly NewDelivery[],
	now: Date,
): Statement {
	return {
		name: "deliveries_insert",
		text: `insert into deliveries (workspace_id, id, webhook_id, event_id, event_type, body, status, attempt_count, due_at, created_at)
select $1, id, webhook_id, event_id, event_type, body, 'pending', 0, $3, $3
  from json_to_recordset($2) as d (id text, webhook_id text, event_id text, event_type text, body text)`,
		values: [
			workspaceId,
			JSON.stringify(deliveries.map(deliveryJson)),
			now.toISOString(),
		],
	};
}

/** As `json_to_recordset` reads it. */
export function deliveryJson(delivery: NewDelivery) {
	announceRows(DELIVERY_ROWS);
	return {
		id: delivery.id,
		webhook_id: delivery.webhookId,
		event_id: delivery.eventId,
		event_type: delivery.eventType,
		body: delivery.body,
	};
}

/** Makes a delivery due now, whatever came of it before; its attempts are numbered on. */
export function retryDelivery(
	workspaceId: string,
	id: string,
	now: Date,
): Statement {
	announceRows(DELIVERY_ROWS);
	return {
		name: "delivery_retry",
		text: `update deliveries
   set status = 'pending',
       due_at = $3
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id, now.toISOString()],
	};
}

const REPLAYED = rowType({ sequence: integer, id: text, type: text });

/** The next events behind a sequence by which a webhook is replayed. */
export function selectReplayed(
	workspaceId: string,
	types: readonly string[],
	after: number,
	limit: number,
): Query<{
	readonly sequence: number;
	readonly id: string;
	readonly type: string;
}> {
	return {
		name: "events_replayed",
		text: `select sequence, id, type
  from events
 where workspace_id = $1
   and sequence > $3
   and type = any($2::text[])
 order by sequence
 limit $4`,
		values: [workspaceId, types, after, limit],
		row: REPLAYED,
	};
}

/** Removes deliveries that were made before a time, with their attempts, up to so many; for `inEachWorkspace`. */
export function deleteDeliveriesBefore(
	workspaceId: string,
	before: Date,
	rowsMax: number,
): Statement {
	return {
		name: "deliveries_purge",
		text: `delete from deliveries
 where workspace_id = $1
   and id in (select id
                from deliveries
               where workspace_id = $1
                 and created_at < $2
               order by created_at
               limit $3)`,
		values: [workspaceId, before.toISOString(), rowsMax],
	};
}
