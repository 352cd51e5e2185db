import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import { ERASED } from "../domain/erasure.ts";

const BATCH = 20; // raw mails may have 35 MiB each

/** Erases what mails of contacts left: the mails as they came in, and what is known of them. */
export function eraseMails(
	workspaceId: string,
	contactIds: readonly string[],
	addressKeys: readonly string[],
): Statement {
	return {
		name: "erasure_mails",
		text: `with erased as (
  select id, state
    from mails
   where workspace_id = $1
     and (contact_id = any($2::text[]) or from_key = any($3::text[]))
     and (from_key <> '' or subject <> '${ERASED}')
   limit ${BATCH}
     for update
), raw as (
  delete from raw_mails
   where workspace_id = $1
     and mail_id in (select id from erased)
)
update mails
   set state = case when state = 'quarantined' then 'dropped' else state end,
       message_id_header = null,
       from_key = '',
       from_name = '',
       subject = '${ERASED}',
       envelope_from = null,
       recipients = '{}'
 where workspace_id = $1
   and id in (select id from erased)`,
		values: [workspaceId, contactIds, addressKeys],
	};
}

/** Others' tickets in which contacts wrote by mail, or that they take part in. */
export function selectTicketsOfOthers(
	workspaceId: string,
	contactIds: readonly string[],
	addressKeys: readonly string[],
): Query<string> {
	return {
		name: "erasure_tickets_of_others",
		text: `select distinct ticket_id as id
  from mails
 where workspace_id = $1
   and contact_id = any($2::text[])
   and ticket_id is not null
 union
select id
  from tickets t
 where workspace_id = $1
   and participants <> '[]'
   and exists (select
                 from jsonb_array_elements(t.participants) p
                where p ->> 'email' = any($3::text[]))`,
		values: [workspaceId, contactIds, addressKeys],
		row: rowType({ id: text }, ({ id }) => id),
	};
}

/** Erases the mails of tickets as they came in: all of them, or those that were sent to these addresses, too. */
export function eraseRawMailsIn(
	workspaceId: string,
	ticketIds: readonly string[],
	addressKeys: readonly string[] | null,
): Statement {
	return {
		name: "erasure_raw_mails",
		text: `with sent as (
  update mails
     set recipients = '{}'
   where workspace_id = $1
     and ticket_id = any($2::text[])
     and ($3::text[] is null or recipients && $3)
  returning id
)
delete from raw_mails
 where workspace_id = $1
   and mail_id in (select id from sent)`,
		values: [workspaceId, ticketIds, addressKeys],
	};
}

/**
 * Erases what contacts wrote in tickets of others, which they answered without being the ticket's contact, and takes them
 * out of the participants of tickets, and of those that merges have added.
 */
export function eraseInOthersTickets(
	workspaceId: string,
	contactIds: readonly string[],
	addressKeys: readonly string[],
): Statement[] {
	const written = [workspaceId, contactIds];
	const theirs = `select message_id
                        from mails
                       where workspace_id = $1
                         and contact_id = any($2::text[])
                         and message_id is not null`;
	return [
		{
			name: "erasure_mail_attachments",
			text: `delete from attachments
 where workspace_id = $1
   and message_id in (${theirs})`,
			values: written,
		},
		{
			name: "erasure_mail_messages",
			text: `update messages
   set body = '${ERASED}',
       body_text = '${ERASED}',
       body_raw = null,
       body_format = 'text',
       quoted_text = ''
 where workspace_id = $1
   and contact_id = any($2::text[])
   and id in (${theirs})
   and body <> '${ERASED}'`,
			values: written,
		},
		{
			name: "erasure_participants",
			text: `update tickets t
   set participants = (select coalesce(jsonb_agg(p), '[]')
                         from jsonb_array_elements(t.participants) p
                        where not p ->> 'email' = any($2::text[]))
 where workspace_id = $1
   and participants <> '[]'
   and exists (select
                 from jsonb_array_elements(t.participants) p
                where p ->> 'email' = any($2::text[]))`,
			values: [workspaceId, addressKeys],
		},
		{
			name: "erasure_merged_participants",
			text: `update ticket_merges m
   set added_participants = (select coalesce(jsonb_agg(p), '[]')
                               from jsonb_array_elements(m.added_participants) p
                              where not p ->> 'email' = any($2::text[]))
 where workspace_id = $1
   and added_participants <> '[]'
   and exists (select
                 from jsonb_array_elements(m.added_participants) p
                where p ->> 'email' = any($2::text[]))`,
			values: [workspaceId, addressKeys],
		},
		{
			name: "erasure_auto_replies",
			text: `delete from auto_replies
 where workspace_id = $1
   and address_key = any($2::text[])`,
			values: [workspaceId, addressKeys],
		},
	];
}
