import type { Statement } from "@supportdesk/pg/statement.ts";

/** Gives the ticket these tags in the index that the tag filter walks. */
export function insertTags(
	workspaceId: string,
	ticketId: string,
	tags: readonly string[],
	createdAt: string,
): Statement {
	return {
		name: "tags_insert",
		text: `insert into ticket_tags (workspace_id, tag, created_at, ticket_id)
select $1, tag, $4, $2
  from unnest($3::text[]) as tag
    on conflict do nothing`,
		values: [workspaceId, ticketId, tags, createdAt],
	};
}

export function deleteTag(
	workspaceId: string,
	ticketId: string,
	tag: string,
): Statement {
	return {
		name: "tags_delete",
		text: `delete from ticket_tags
 where workspace_id = $1
   and ticket_id = $2
   and tag = $3`,
		values: [workspaceId, ticketId, tag],
	};
}

export function deleteTags(
	workspaceId: string,
	ticketId: string,
	tags: readonly string[],
): Statement {
	return {
		name: "tags_delete_all",
		text: `delete from ticket_tags
 where workspace_id = $1
   and ticket_id = $2
   and tag = any($3)`,
		values: [workspaceId, ticketId, tags],
	};
}

/** Writes the ticket's tags in their order. */
export function saveTags(
	workspaceId: string,
	ticketId: string,
	tags: readonly string[],
	updatedAt: string,
): Statement {
	return {
		name: "ticket_save_tags",
		text: `update tickets
   set tags = $3,
       updated_at = $4
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, ticketId, tags, updatedAt],
	};
}
