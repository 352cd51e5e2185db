import { type Cause, originOf } from "@supportdesk/outbox/new-event.ts";
import { OUTBOX_COLUMNS, OUTBOX_ROWS } from "@supportdesk/outbox/outbox.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";

// The parts that make a batched statement write the events of its items.

/** The fields of an item, for `json_to_recordset`. */
export const EVENT_FIELDS =
	"event_ids text[], actor_type text, actor_id text, request_id text";

/**
 * Writes the events of written items.
 *
 * @param from where an item's event has a row with its `event_type`, `event_id`, `resource_id`, `event_ticket_id`,
 *   `event_contact_id`, `event_at` and `object`, besides the fields of the item.
 */
export function insertBatchedEvents(from: string): string {
	return `insert into outbox (workspace_id, ${OUTBOX_COLUMNS})
  select $1, event_id, event_type, event_at, actor_type, actor_id, request_id, split_part(event_type, '.', 1), resource_id,
         event_ticket_id, event_contact_id, object, 'null'
    from ${from}`;
}

/** The values of the fields for an item. @param ids of its events, in the order in which the statement reads them. */
export function eventFields(cause: Cause, ids: readonly string[]) {
	announceRows(OUTBOX_ROWS);
	const { actor, requestId } = originOf(cause);
	return {
		event_ids: ids,
		actor_type: actor.type,
		actor_id: actor.id,
		request_id: requestId,
	};
}
