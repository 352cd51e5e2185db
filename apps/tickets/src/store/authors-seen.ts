import type { BatchedWrite, ItemRow } from "@supportdesk/pg/batched-write.ts";
import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

/** Has the contacts of new tickets seen when they created them, given the tickets' ids. */
export const SAVE_AUTHORS_SEEN: BatchedWrite<string, ItemRow> = {
	name: "contact_authors_seen",
	statement: saveAuthorsSeen,
	idOf: (ticketId) => ticketId,
	isDuplicate: () => false,
};

const TICKET_ID = rowType({ id: text }, ({ id }): ItemRow => ({ itemId: id }));

function saveAuthorsSeen(
	workspaceId: string,
	ticketIds: readonly string[],
): Query<ItemRow> {
	return {
		name: "contact_authors_seen",
		// Locked in the order of the ids, so that two batches never wait for each other.
		text: `with author as materialized (
  select case when c.merged_into is null then c.id else c.merged_into end as author_id, max(t.created_at) as at
    from tickets t
    join contacts c on c.workspace_id = $1 and c.id = t.contact_id
   where t.workspace_id = $1
     and t.id = any($2::text[])
     and t.deleted_at is null
   group by 1
), unseen as materialized (
  select c.id as unseen_id, at
    from author
    join contacts c on c.id = author_id
   where c.workspace_id = $1
     and c.id = any(array(select author_id from author))
     and (last_seen_at is null or last_seen_at < at)
     and erased_at is null
   order by c.id
     for no key update of c
), seen as (
  update contacts c
     set last_seen_at = at
    from unseen
   where c.workspace_id = $1
     and c.id = any(array(select unseen_id from unseen))
     and c.id = unseen_id
)
select t as id
  from unnest($2::text[]) as t`,
		values: [workspaceId, ticketIds],
		row: TICKET_ID,
	};
}
