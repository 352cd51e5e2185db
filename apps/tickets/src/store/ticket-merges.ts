import {
	arrayOf,
	json,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Participant } from "../domain/incoming-mail.ts";
import type { MergedParticipants, MergedTags } from "../domain/merge.ts";
import type { Conversation } from "../domain/ticket.ts";
import {
	CONVERSATION,
	CONVERSATION_COLUMNS,
	TICKET_JOINS,
} from "./ticket-rows.ts";

const ID = rowType({ id: text }, ({ id }) => id);

/**
 * These tickets, locked until the transaction ends. In the order of their ids, so that transactions that lock the same
 * tickets wait for each other only in one direction.
 */
export function selectTicketsForUpdate(
	workspaceId: string,
	ids: readonly string[],
): Query<Conversation> {
	return {
		name: "tickets_lock",
		text: lockTickets("id = any($2::text[])"),
		values: [workspaceId, ids],
		row: CONVERSATION,
	};
}

/** The same of a merged ticket and the one it was merged into. */
export function selectMergedForUpdate(
	workspaceId: string,
	id: string,
): Query<Conversation> {
	return {
		name: "tickets_lock_merged",
		text: lockTickets(
			"id in ($2, (select merged_into from tickets where workspace_id = $1 and id = $2))",
		),
		values: [workspaceId, id],
		row: CONVERSATION,
	};
}

const lockTickets = (condition: string) => `with locked as materialized (
  select *
    from tickets
   where workspace_id = $1
     and ${condition}
     and deleted_at is null
   order by id
     for no key update
)
select ${CONVERSATION_COLUMNS}
  from locked t
  ${TICKET_JOINS}
 order by t.id`;

const TREE = `with recursive tree as (
  select id, deleted_at
    from tickets
   where workspace_id = $1
     and id = $2
 union all
  select t.id, t.deleted_at
    from tree
    join tickets t on t.workspace_id = $1 and t.merged_into = tree.id
)`;

/** Of $2, in the workspace $1. */
export const MERGED_IDS = `${TREE}
select id
  from tree`;

/** A ticket and all that were merged into it, and into those. */
export function selectMergedIds(
	workspaceId: string,
	id: string,
): Query<string> {
	return {
		name: "merged_ids",
		text: MERGED_IDS,
		values: [workspaceId, id],
		row: ID,
	};
}

/** Those of them that were deleted with the ticket. */
export function selectMergedDeletedIds(
	workspaceId: string,
	id: string,
): Query<string> {
	return {
		name: "merged_deleted_ids",
		text: `${TREE}
select id
  from tree
 where id <> $2
   and deleted_at = (select deleted_at from tree where id = $2)`,
		values: [workspaceId, id],
		row: ID,
	};
}

/** Moves all messages of a ticket into the one that it is merged into; they keep where they were written. */
export function moveMessages(
	workspaceId: string,
	sourceId: string,
	targetId: string,
): Statement {
	return {
		name: "messages_move",
		text: `update messages
   set ticket_id = $3,
       written_in = coalesce(written_in, ticket_id)
 where workspace_id = $1
   and ticket_id = $2`,
		values: [workspaceId, sourceId, targetId],
	};
}

/**
 * Moves the messages back that were written in a ticket, and in those that were merged into it before.
 *
 * @param writtenIn the ids of these tickets
 */
export function moveMessagesBack(
	workspaceId: string,
	sourceId: string,
	targetId: string,
	writtenIn: readonly string[],
): Statement {
	return {
		name: "messages_move_back",
		text: `update messages
   set ticket_id = $2,
       written_in = nullif(written_in, $2)
 where workspace_id = $1
   and ticket_id = $3
   and written_in = any($4::text[])`,
		values: [workspaceId, sourceId, targetId, writtenIn],
	};
}

/**
 * Counts a ticket's messages again. The customer waits since the oldest message that no later reply answers; one that
 * was erased asks nothing.
 */
export function countMessages(
	workspaceId: string,
	id: string,
	updatedAt: string,
): Statement {
	return {
		name: "ticket_count_messages",
		text: `with own as materialized (
  select m.id, m.type, m.created_at, c.erased_at
    from messages m
    left join contacts c on c.workspace_id = m.workspace_id and c.id = m.contact_id
   where m.workspace_id = $1
     and m.ticket_id = $2
), reply as (
  select created_at, id
    from own
   where type = 'outbound'
   order by created_at desc, id desc
   limit 1
)
update tickets
   set message_count = (select count(*) from own),
       last_message_at = coalesce((select max(created_at) from own), last_message_at),
       waiting_since = (select min(created_at)
                          from own
                         where type = 'inbound'
                           and erased_at is null
                           and not exists (select from reply where (reply.created_at, reply.id) > (own.created_at, own.id))),
       updated_at = $3
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id, updatedAt],
	};
}

/** Marks a ticket as merged and takes it out of the lists of its tags; the rest of its row stays. */
export function saveMerged(
	workspaceId: string,
	id: string,
	into: string,
	updatedAt: string,
): Statement {
	return {
		name: "ticket_save_merged",
		text: `with untagged as (
  delete from ticket_tags
   where workspace_id = $1
     and ticket_id = $2
)
update tickets
   set merged_into = $3,
       updated_at = $4
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id, into, updatedAt],
	};
}

/** Takes the mark away, and puts the ticket back into the lists of its tags. */
export function saveUnmerged(
	workspaceId: string,
	id: string,
	updatedAt: string,
): Statement {
	return {
		name: "ticket_save_unmerged",
		text: `with separated as (
  update tickets
     set merged_into = null,
         updated_at = $3
   where workspace_id = $1
     and id = $2
  returning created_at, tags
)
insert into ticket_tags (workspace_id, tag, created_at, ticket_id)
select $1, tag, created_at, $2
  from separated, unnest(tags) as tag
    on conflict do nothing`,
		values: [workspaceId, id, updatedAt],
	};
}

/** Writes the search's words of tickets whose messages were moved. */
export function indexTickets(
	workspaceId: string,
	ids: readonly string[],
): Statement {
	return {
		name: "tickets_index",
		text: `select index_ticket(t)
  from tickets t
 where t.workspace_id = $1
   and t.id = any($2::text[])`,
		values: [workspaceId, ids],
	};
}

export function insertMerge(
	workspaceId: string,
	merge: {
		readonly sourceId: string;
		readonly targetId: string;
		readonly tags: readonly string[];
		readonly addedTags: readonly string[];
		readonly addedParticipants: readonly Participant[];
		readonly mergedAt: string;
	},
): Statement {
	return {
		name: "merge_insert",
		text: `insert into ticket_merges (workspace_id, source_id, target_id, tags, added_tags, added_participants, merged_at)
values ($1, $2, $3, $4, $5, $6, $7)`,
		values: [
			workspaceId,
			merge.sourceId,
			merge.targetId,
			merge.tags,
			merge.addedTags,
			JSON.stringify(merge.addedParticipants),
			merge.mergedAt,
		],
	};
}

/** A merge that can be undone. */
export interface Merge {
	readonly sourceId: string;
	readonly tags: MergedTags;
	readonly participants: MergedParticipants;
	readonly mergedAt: string;
}

const MERGE = rowType(
	{
		source_id: text,
		tags: arrayOf(text),
		added_tags: arrayOf(text),
		participants: json,
		added_participants: json,
		merged_at: timestamp,
	},
	({ source_id: sourceId, ...row }): Merge => ({
		sourceId,
		tags: { sourceId, tags: row.tags, added: row.added_tags },
		participants: {
			sourceId,
			participants: JSON.parse(row.participants) as Participant[],
			added: JSON.parse(row.added_participants) as Participant[],
		},
		mergedAt: row.merged_at,
	}),
);

/** The merges into a ticket that were not undone, the oldest first. */
export function selectMerges(
	workspaceId: string,
	targetId: string,
): Query<Merge> {
	return {
		name: "merges_of_target",
		text: `select m.source_id, m.tags, m.added_tags, t.participants, m.added_participants, m.merged_at
  from ticket_merges m
  join tickets t on t.workspace_id = m.workspace_id and t.id = m.source_id
 where m.workspace_id = $1
   and m.target_id = $2
   and m.unmerged_at is null
 order by m.merged_at, m.source_id`,
		values: [workspaceId, targetId],
		row: MERGE,
	};
}

/** Of tags that were removed from the target, its merges are not the reason any more, even if another one brings them. */
export function forgetRemovedTags(
	workspaceId: string,
	targetId: string,
	tags: readonly string[],
): Statement {
	return {
		name: "merges_forget_tags",
		text: `update ticket_merges
   set tags = array(select tag from unnest(tags) as tag where tag = any($3::text[])),
       added_tags = array(select tag from unnest(added_tags) as tag where tag = any($3::text[]))
 where workspace_id = $1
   and target_id = $2
   and unmerged_at is null
   and not tags <@ $3::text[]`,
		values: [workspaceId, targetId, tags],
	};
}

export function saveAddedTags(
	workspaceId: string,
	{ sourceId, added }: MergedTags,
): Statement {
	return {
		name: "merge_save_tags",
		text: `update ticket_merges
   set added_tags = $3
 where workspace_id = $1
   and source_id = $2
   and unmerged_at is null`,
		values: [workspaceId, sourceId, added],
	};
}

export function saveAddedParticipants(
	workspaceId: string,
	{ sourceId, added }: Pick<MergedParticipants, "sourceId" | "added">,
): Statement {
	return {
		name: "merge_save_participants",
		text: `update ticket_merges
   set added_participants = $3
 where workspace_id = $1
   and source_id = $2
   and unmerged_at is null`,
		values: [workspaceId, sourceId, JSON.stringify(added)],
	};
}

/** Stores that a merge was undone. */
export function closeMerge(
	workspaceId: string,
	sourceId: string,
	unmergedAt: string,
): Statement {
	return {
		name: "merge_close",
		text: `update ticket_merges
   set unmerged_at = $3
 where workspace_id = $1
   and source_id = $2
   and unmerged_at is null`,
		values: [workspaceId, sourceId, unmergedAt],
	};
}
