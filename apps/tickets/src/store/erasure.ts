import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import { ERASED, escaped } from "../domain/erasure.ts";

/** A row of a contact before its erasure. */
export interface NamedRow {
	readonly id: string;
	readonly name: string;
	readonly address: string;
}

const NAMED_ROW = rowType(
	{ id: text, name: text, email: text },
	({ id, name, email }): NamedRow => ({ id, name, address: email }),
);

/** The contact's own row and those that lead to it, with what is personal in them. */
export function selectNamedRows(
	workspaceId: string,
	contactId: string,
): Query<NamedRow> {
	return {
		name: "contact_named_rows",
		text: `select id, name, email
  from contacts
 where workspace_id = $1
   and (id = $2 or merged_into = $2)
 order by id <> $2, id`,
		values: [workspaceId, contactId],
		row: NAMED_ROW,
	};
}

export function eraseContactRows(
	workspaceId: string,
	contactId: string,
	now: Date,
): Statement {
	return {
		name: "contact_erase",
		text: `update contacts
   set name = '${ERASED}',
       email = '',
       email_key = id,
       avatar_url = null,
       undeliverable_since = null,
       undeliverable_reason = null,
       external_id = null,
       custom_attributes = '{}',
       updated_at = $3,
       erased_at = $3
 where workspace_id = $1
   and (id = $2 or merged_into = $2)`,
		values: [workspaceId, contactId, now.toISOString()],
	};
}

const ID = rowType({ id: text }, ({ id }) => id);

/** Tickets of these contacts, deleted ones too, behind an id. */
export function selectTicketsOf(
	workspaceId: string,
	contactIds: readonly string[],
	afterId: string,
	rowsMax: number,
): Query<string> {
	const part = (condition: string) => `select id
          from tickets
         where workspace_id = $1
           and contact_id = any($2::text[])
           and ${condition}
           and id > $3`;
	return {
		name: "erasure_tickets",
		// Two parts, because each has an index.
		text: `select id
  from (${part("deleted_at is null")}
        union all
        ${part("deleted_at is not null")}) t
 order by id
 limit $4`,
		values: [workspaceId, contactIds, afterId, rowsMax],
		row: ID,
	};
}

/** The tickets into which these were ever merged: what their contacts wrote has been there. */
export function selectMergeTargets(
	workspaceId: string,
	ticketIds: readonly string[],
): Query<string> {
	return {
		name: "erasure_merge_targets",
		text: `with recursive into_ticket as (
  select target_id as id
    from ticket_merges
   where workspace_id = $1
     and source_id = any($2::text[])
 union
  select m.target_id
    from into_ticket i
    join ticket_merges m on m.workspace_id = $1 and m.source_id = i.id
)
select id
  from into_ticket`,
		values: [workspaceId, ticketIds],
		row: ID,
	};
}

/** Deletes the drafts in these tickets that answer messages of the contacts. */
export function eraseAnswers(
	workspaceId: string,
	contactIds: readonly string[],
	ticketIds: readonly string[],
): Statement {
	return {
		name: "erasure_answers",
		text: `with answer as materialized (
  select d.id
    from drafts d
    join messages m on m.workspace_id = d.workspace_id and m.id = d.in_reply_to
   where d.workspace_id = $1
     and d.ticket_id = any($2::text[])
     and m.contact_id = any($3::text[])
), feedback as (
  delete from draft_feedback
   where workspace_id = $1
     and draft_id in (select id from answer)
), shown as (
  update tickets
     set ready_draft_id = null
   where workspace_id = $1
     and id = any($2::text[])
     and ready_draft_id in (select id from answer)
)
delete from drafts
 where workspace_id = $1
   and id in (select id from answer)`,
		values: [workspaceId, ticketIds, contactIds],
	};
}

/** The replies in tickets, whose mails may lie in files. */
export function selectRepliesIn(
	workspaceId: string,
	ticketIds: readonly string[],
): Query<string> {
	return {
		name: "erasure_replies",
		text: `select id
  from messages
 where workspace_id = $1
   and (ticket_id = any($2::text[]) or written_in = any($2::text[]))
   and type = 'outbound'`,
		values: [workspaceId, ticketIds],
		row: ID,
	};
}

/**
 * Erases what contacts wrote in tickets, wherever these were merged into: subjects, messages, drafts that answer them, all
 * files, also those that agents sent them, and their names and addresses in what others wrote there.
 *
 * @param pattern of names and addresses; undefined for none
 */
export function eraseTickets(
	workspaceId: string,
	contactIds: readonly string[],
	ticketIds: readonly string[],
	pattern: string | undefined,
	now: Date,
): Statement[] {
	const inTickets = [workspaceId, ticketIds];
	const written = [workspaceId, ticketIds, contactIds];
	return [
		{
			name: "erasure_subjects",
			text: `update tickets
   set subject = '${ERASED}',
       waiting_since = null,
       ready_draft_id = null,
       updated_at = greatest(updated_at + interval '1 millisecond', $3)
 where workspace_id = $1
   and id = any($2::text[])
   and (subject <> '${ERASED}' or waiting_since is not null or ready_draft_id is not null)`,
			values: [...inTickets, now.toISOString()],
		},
		{
			name: "erasure_drafts",
			text: `with feedback as (
  delete from draft_feedback
   where workspace_id = $1
     and ticket_id = any($2::text[])
)
delete from drafts
 where workspace_id = $1
   and ticket_id = any($2::text[])`,
			values: inTickets,
		},
		{
			name: "erasure_attachments",
			text: `delete from attachments
 where workspace_id = $1
   and message_id in (select id
                        from messages
                       where workspace_id = $1
                         and (ticket_id = any($2::text[]) or written_in = any($2::text[]))
                         and (contact_id = any($3::text[])
                              or (contact_id is null and coalesce(written_in, ticket_id) = any($2::text[]))))`,
			values: written,
		},
		{
			name: "erasure_messages",
			text: `update messages
   set body = '${ERASED}',
       body_text = '${ERASED}',
       body_raw = null,
       body_format = 'text',
       quoted_text = case when quoted_text is not null then '' end
 where workspace_id = $1
   and (ticket_id = any($2::text[]) or written_in = any($2::text[]))
   and contact_id = any($3::text[])`,
			values: written,
		},
		...(pattern === undefined
			? []
			: [eraseNames(workspaceId, contactIds, ticketIds, pattern)]),
	];
}

function eraseNames(
	workspaceId: string,
	contactIds: readonly string[],
	ticketIds: readonly string[],
	pattern: string,
): Statement {
	const without = (column: string) =>
		`regexp_replace(${column}, $4, '${ERASED}', 'gi')`;
	return {
		name: "erasure_names",
		text: `update messages
   set body = ${without("body")},
       body_text = ${without("body_text")},
       body_raw = ${without("body_raw")},
       quoted_text = ${without("quoted_text")}
 where workspace_id = $1
   and (ticket_id = any($2::text[]) or written_in = any($2::text[]))
   and (contact_id is null or contact_id <> all($3::text[]))
   and (body ~* $4 or body_text ~* $4 or body_raw ~* $4 or quoted_text ~* $4)`,
		values: [workspaceId, ticketIds, contactIds, pattern],
	};
}

/**
 * Erases stored responses about contacts and tickets, and those that show the addresses. Their keys stay: a repeated
 * request must not do again what it did.
 */
export function eraseResponses(
	workspaceId: string,
	contactIds: readonly string[],
	addressKeys: readonly string[],
	ticketIds: readonly string[],
): Statement {
	return {
		name: "erasure_responses",
		text: `update idempotency_keys
   set body = json_build_object('id', resource_id, 'deleted', true)::text
 where workspace_id = $1
   and status > 0
   and fingerprint !~ '^(contacts|tickets)[.]delete:'
   and (resource_id = any($2::text[])
     or split_part(scope, ':', 2) = any($2::text[])
     or split_part(fingerprint, ':', 2) = any($2::text[])
     or body ~* $3)`,
		values: [
			workspaceId,
			[...contactIds, ...ticketIds],
			`"(?:${[...contactIds, ...addressKeys.map(escaped)].join("|")})"`,
		],
	};
}

/** Erases the data of contacts' events that are not collected yet. */
export function eraseUncollected(
	workspaceId: string,
	contactIds: readonly string[],
): Statement {
	return {
		name: "erasure_outbox",
		text: `update outbox
   set object = json_build_object('id', resource_id)::text,
       previous = 'null'
 where workspace_id = $1
   and contact_id = any($2::text[])
   and type <> 'contact.erased'`,
		values: [workspaceId, contactIds],
	};
}
