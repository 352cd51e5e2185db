import type { OutboxEvent as CollectedEvent } from "@supportdesk/contracts/supportdesk/events/v1/outbox.ts";
import { integer, rowType, text, timestamp } from "@supportdesk/pg/row-type.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { OutboxEvent } from "../outbox-event.ts";

const UNCOLLECTED_KEPT_MS = 90 * 24 * 60 * 60 * 1000; // as long as the log keeps events by default
const BYTES_MAX = 4 * 1024 * 1024; // of events in one response; the first event is always returned

/** The rows that the collector watches. */
export const OUTBOX_ROWS = "outbox";

/** The columns of an event as `json_to_recordset` reads the rows of `outboxRows`. */
export const OUTBOX_RECORD = `id text, type text, created_at timestamptz, actor_type text, actor_id text,
                                   request_id text, resource_type text, resource_id text, ticket_id text,
                                   contact_id text, object text, previous text`;

/** The columns of the outbox that an insert names, in the order of `OUTBOX_RECORD`. */
export const OUTBOX_COLUMNS = `id, type, created_at, actor_type, actor_id, request_id, resource_type, resource_id,
       ticket_id, contact_id, object, previous`;

/**
 * Writes events to the outbox of the service's own schema, in the order given. It belongs in the transaction of the
 * change, after the locks that the change takes: events of one resource then have positions in the order of their
 * commits.
 *
 * @param outbox the table's name for a login that has no schema of its own
 */
export function insertEvents(
	workspaceId: string,
	events: readonly OutboxEvent[],
	outbox = "outbox",
): Statement {
	announceRows(OUTBOX_ROWS);
	return {
		name: `${outbox}_insert`,
		text: `insert into ${outbox} (workspace_id, ${OUTBOX_COLUMNS})
select $1, ${OUTBOX_COLUMNS}
  from json_to_recordset($2) as e (${OUTBOX_RECORD})`,
		values: [workspaceId, JSON.stringify(outboxRows(events))],
	};
}

/** Events as `json_to_recordset` reads them with `OUTBOX_RECORD`. */
export function outboxRows(events: readonly OutboxEvent[]) {
	return events.map(({ actor, resource, ...event }) => ({
		id: event.id,
		type: event.type,
		created_at: event.createdAt,
		actor_type: actor.type,
		actor_id: actor.id,
		request_id: event.requestId,
		resource_type: resource.type,
		resource_id: resource.id,
		ticket_id: event.ticketId,
		contact_id: event.contactId,
		object: event.objectJson,
		previous: event.previousJson,
	}));
}

/** Row-level security shows the collector the outbox of every workspace, and no other table. */
export const ENTER_AS_COLLECTOR: Statement = {
	name: "outbox_collector",
	text: "select set_config('app.collects_outbox', 'on', true)",
};

/** Deletes events that are in the log. */
export function deleteAppended(positions: readonly number[]): Statement {
	return {
		name: "outbox_delete",
		text: "delete from outbox where position = any($1::bigint[])",
		values: [positions],
	};
}

/**
 * Deletes events that no events service has collected for as long as it would keep them, up to so many rows; for
 * `inEachWorkspace`. It bounds the outbox of an installation without an events service.
 */
export function purgeUncollected(
	workspaceId: string,
	now: Date,
	rowsMax: number,
): Statement {
	const createdBefore = new Date(now.getTime() - UNCOLLECTED_KEPT_MS);
	return {
		name: "outbox_purge",
		text: `delete from outbox
 where position = any(array(select position
                              from outbox
                             where workspace_id = $1
                               and created_at < $2
                             order by position
                             limit $3))
   and workspace_id = $1`,
		values: [workspaceId, createdBefore.toISOString(), rowsMax],
	};
}

const COLLECTED = rowType(
	{
		position: integer,
		workspace_id: text,
		id: text,
		type: text,
		created_at: timestamp,
		actor_type: text,
		actor_id: text,
		request_id: text,
		resource_type: text,
		resource_id: text,
		ticket_id: text,
		contact_id: text,
		object: text,
		previous: text,
	},
	(row): CollectedEvent => ({
		position: row.position,
		workspaceId: row.workspace_id,
		id: row.id,
		type: row.type,
		createdAt: row.created_at,
		actorType: row.actor_type,
		actorId: row.actor_id,
		requestId: row.request_id,
		resourceType: row.resource_type,
		resourceId: row.resource_id,
		ticketId: row.ticket_id,
		contactId: row.contact_id,
		objectJson: row.object,
		previousJson: row.previous,
	}),
);

/** The first events of all workspaces in the order of their positions, up to 4 MiB of data. */
export function selectNext(limit: number): Query<CollectedEvent> {
	return {
		name: "outbox_next",
		text: `select position, workspace_id, ${OUTBOX_COLUMNS}
  from (select *,
               row_number() over (order by position) as place,
               sum(octet_length(object) + octet_length(previous)) over (order by position) as bytes
          from (select * from outbox order by position limit $1) as next) as sized
 where bytes <= ${BYTES_MAX}
    or place = 1
 order by position`,
		values: [limit],
		row: COLLECTED,
	};
}
