import type { Position } from "@supportdesk/paging/cursor.ts";
import { selectFitting } from "@supportdesk/paging/page.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Message } from "../domain/message.ts";
import {
	MESSAGE,
	MESSAGE_BYTES,
	MESSAGE_COLUMNS,
	MESSAGE_JOINS,
} from "./messages.ts";
import { MERGED_IDS } from "./ticket-merges.ts";

/** Has the pages of this transaction end at fewer bytes than those of a list. */
export function limitPages(bytesMax: number): Statement {
	return {
		name: "export_limit",
		text: "select set_config('app.page_bytes_max', $1, true)",
		values: [`${bytesMax}`],
	};
}

/** The messages of tickets, one ticket after the other in the order of their ids here; the first ones that fit. */
export function selectMessagesOf(
	workspaceId: string,
	ticketIds: readonly string[],
	rowsMax: number,
): Query<Message> {
	return {
		name: "export_messages",
		text: `select ${MESSAGE_COLUMNS}
  from ${selectFitting(
		`select l.*, t.place
              from unnest($2::text[]) with ordinality as t (id, place)
             cross join lateral (
                   select *
                     from messages
                    where workspace_id = $1
                      and ticket_id = t.id
                    order by created_at, id
                    limit $3) l
             order by t.place, l.created_at, l.id
             limit $3`,
		MESSAGE_BYTES,
		"r.place, r.created_at, r.id",
		"m",
	)}
  ${MESSAGE_JOINS}
 order by m.place, m.created_at, m.id`,
		values: [workspaceId, ticketIds, rowsMax],
		row: MESSAGE,
	};
}

// A ticket that is merged while its line is written has its messages in another one; they name where they were written.
const PLACE = `with recursive place as (
  select id, merged_into
    from tickets
   where workspace_id = $1
     and id = $2
 union all
  select t.id, t.merged_into
    from place
    join tickets t on t.workspace_id = $1 and t.id = place.merged_into
)
select id
  from place
 where merged_into is null`;

/** The messages of a ticket behind one of them, wherever they are by now; the first ones that fit. */
export function selectMessagesBehind(
	workspaceId: string,
	ticketId: string,
	{ value, id }: Position,
	rowsMax: number,
): Query<Message> {
	return {
		name: "export_messages_behind",
		text: `select ${MESSAGE_COLUMNS}
  from ${selectFitting(
		`select *
              from messages
             where workspace_id = $1
               and ticket_id = (${PLACE})
               and (ticket_id = $2 or written_in in (${MERGED_IDS}))
               and (created_at, id) > ($3::timestamptz, $4)
             order by created_at, id
             limit $5`,
		MESSAGE_BYTES,
		"r.created_at, r.id",
		"m",
	)}
  ${MESSAGE_JOINS}
 order by m.created_at, m.id`,
		values: [workspaceId, ticketId, value, id, rowsMax],
		row: MESSAGE,
	};
}
