import { integer, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { CollectedEvent } from "../domain/collected-event.ts";
import { deliveryJson, type NewDelivery } from "./deliveries.ts";

/**
 * Appends events to a workspace's log in the order given, numbers them, queues their deliveries, and notifies readers that
 * wait. Events that the log has already are left out with their deliveries, so that a batch appended twice changes nothing.
 * The log's row is locked until the transaction ends: no other append can take a number in between.
 */
export function appendEvents(
	workspaceId: string,
	events: readonly CollectedEvent[],
	deliveries: readonly NewDelivery[],
	now: Date,
): readonly Statement[] {
	return [
		{
			name: "workspace_insert",
			text: "insert into workspaces (id) values ($1) on conflict do nothing",
			values: [workspaceId],
		},
		{
			name: "log_lock",
			text: `insert into logs (workspace_id, last_sequence)
values ($1, 0)
    on conflict (workspace_id)
    do update set last_sequence = logs.last_sequence`,
			values: [workspaceId],
		},
		{
			name: "events_append",
			text: `with new as materialized (
  select e.*, row_number() over (order by n) as place
    from json_to_recordset($2) as e (n integer, id text, type text, created_at timestamptz, actor_type text, actor_id text,
                                     request_id text, resource_type text, resource_id text, ticket_id text,
                                     contact_id text, object text, previous text)
   -- With an offset it is a lookup for each event; without one it becomes a join that may read the workspace's whole log.
   where not exists (select
                       from events known
                      where known.workspace_id = $1
                        and known.id = e.id
                     offset 0)
), log as (
  update logs
     set last_sequence = last_sequence + (select count(*) from new)
   where workspace_id = $1
  returning last_sequence - (select count(*) from new) as before
), notified as (
  select pg_notify('events', $1)
   where exists (select from new)
), delivery as (
  insert into deliveries (workspace_id, id, webhook_id, event_id, event_type, status, attempt_count, due_at, created_at)
  select $1, d.id, d.webhook_id, d.event_id, d.event_type, 'pending', 0, $3, $3
    from json_to_recordset($4) as d (id text, webhook_id text, event_id text, event_type text)
    join new on new.id = d.event_id
   -- A webhook that was deleted meanwhile gets none.
   where exists (select
                   from webhooks w
                  where w.workspace_id = $1
                    and w.id = d.webhook_id
                    for key share)
)
insert into events (workspace_id, sequence, id, type, created_at, actor_type, actor_id, request_id, resource_type, resource_id,
                    ticket_id, contact_id, object, previous, appended_at)
select $1, log.before + place, id, type, created_at, actor_type, actor_id, request_id, resource_type, resource_id,
       nullif(ticket_id, ''), nullif(contact_id, ''), object, previous, $3
  from new, log, (select count(*) from notified) as sent`,
			values: [
				workspaceId,
				JSON.stringify(
					events.map((event, n) => ({
						n,
						id: event.id,
						type: event.type,
						created_at: event.createdAt,
						actor_type: event.actorType,
						actor_id: event.actorId,
						request_id: event.requestId,
						resource_type: event.resourceType,
						resource_id: event.resourceId,
						ticket_id: event.ticketId,
						contact_id: event.contactId,
						object: event.objectJson,
						previous: event.previousJson,
					})),
				),
				now.toISOString(),
				JSON.stringify(deliveries.map(deliveryJson)),
			],
		},
	];
}

const ERASED = rowType({ id: text }, ({ id }) => id);

/**
 * Removes the data of erased contacts from events of theirs, and from what endpoints returned for them, up to so many
 * events; returns their ids. Events of contacts that were merged into an erased one are among them, and events that are
 * appended after the erasure.
 */
export function eraseContacts(
	workspaceId: string,
	contactIds: readonly string[],
	eventsMax: number,
): Query<string> {
	return {
		name: "events_erase",
		// With ids in arrays only their rows are looked up: joins read the workspace's whole log for each batch of events.
		text: `with recursive became (contact_id) as (
  select unnest($2::text[])
   union
  select e.object::json ->> 'id'
    from became
    join events e on e.workspace_id = $1 and e.contact_id = became.contact_id and e.type = 'contact.merged'
), erased (contact_id) as (
  select e.contact_id
    from became
    join events e on e.workspace_id = $1 and e.contact_id = became.contact_id and e.type = 'contact.erased'
   union
  select e.contact_id
    from erased
    join events e on e.workspace_id = $1 and e.object::json ->> 'id' = erased.contact_id and e.type = 'contact.merged'
), found as (
  select sequence, id
    from events
   where workspace_id = $1
     and contact_id = any(array(select contact_id from erased))
     and type <> 'contact.erased'
     and object <> json_build_object('id', case type when 'contact.merged' then object::json ->> 'id' else resource_id end)::text
   limit $3
), emptied as (
  update events
     set object = json_build_object('id', case type when 'contact.merged' then object::json ->> 'id' else resource_id end)::text,
         previous = 'null'
   where workspace_id = $1
     and sequence = any(array(select sequence from found))
  returning id
), forgotten as (
  update attempts
     set response_body = null
   where workspace_id = $1
     and delivery_id = any(array(select id
                                   from deliveries
                                  where workspace_id = $1
                                    and event_id = any(array(select id from found))))
)
select id
  from emptied`,
		values: [workspaceId, contactIds, eventsMax],
		row: ERASED,
	};
}

const LAST_SEQUENCE = rowType(
	{ last_sequence: integer },
	(row) => row.last_sequence,
);

/** The number of the workspace's newest event; 0 before the first. */
export function selectLastSequence(workspaceId: string): Query<number> {
	return {
		name: "log_last",
		text: `select coalesce(max(last_sequence), 0) as last_sequence
  from logs
 where workspace_id = $1`,
		values: [workspaceId],
		row: LAST_SEQUENCE,
	};
}

/** Removes events that were appended before a time, up to so many rows; for `inEachWorkspace`. */
export function deleteEventsBefore(
	workspaceId: string,
	before: Date,
	rowsMax: number,
): Statement {
	return {
		name: "events_purge",
		text: `delete from events
 where workspace_id = $1
   and sequence in (select sequence
                      from events
                     where workspace_id = $1
                       and appended_at < $2
                     order by appended_at
                     limit $3)`,
		values: [workspaceId, before.toISOString(), rowsMax],
	};
}
