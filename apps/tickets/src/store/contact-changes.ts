import type { Statement } from "@supportdesk/pg/statement.ts";
import type { AddressRow } from "../domain/contact.ts";

/** A contact as it is stored, but for its addresses. */
interface StoredContact {
	readonly id: string;
	readonly name: string;
	readonly externalId: string | null;
	readonly customAttributesJson: string;
}

/** A new contact; its addresses follow. */
export function insertContact(
	workspaceId: string,
	contact: StoredContact,
	createdAt: string,
): Statement {
	return {
		name: "contact_insert",
		text: `insert into contacts (workspace_id, id, name, email, email_key, external_id, custom_attributes, created_at)
values ($1, $2, $3, '', $2, $4, $5, $6)`,
		values: [
			workspaceId,
			contact.id,
			contact.name,
			contact.externalId,
			contact.customAttributesJson,
			createdAt,
		],
	};
}

export function saveContact(
	workspaceId: string,
	contact: StoredContact,
	updatedAt: string,
): Statement {
	return {
		name: "contact_save",
		text: `update contacts
   set name = $3,
       external_id = $4,
       custom_attributes = $5,
       updated_at = $6
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			contact.id,
			contact.name,
			contact.externalId,
			contact.customAttributesJson,
			updatedAt,
		],
	};
}

/** Takes all addresses from a contact, so that its rows can hold them otherwise. */
export function clearAddresses(
	workspaceId: string,
	contactId: string,
): Statement {
	return {
		name: "contact_clear_addresses",
		text: `update contacts
   set email = '',
       email_key = id
 where workspace_id = $1
   and (id = $2 or merged_into = $2)
   and email_key <> id`,
		values: [workspaceId, contactId],
	};
}

/** Has rows of a contact hold addresses; further rows are made. */
export function saveAddresses(
	workspaceId: string,
	contactId: string,
	rows: readonly AddressRow[],
	now: string,
): Statement {
	return {
		name: "contact_save_addresses",
		text: `insert into contacts (workspace_id, id, name, email, email_key, merged_into, created_at)
select $1, id, '', address, key, $2, $4
  from json_to_recordset($3) as a (id text, address text, key text)
 where address <> ''
    on conflict (workspace_id, id)
    do update set email = excluded.email,
                  email_key = excluded.email_key`,
		values: [workspaceId, contactId, JSON.stringify(rows), now],
	};
}

/** Has a contact, and what was merged into it, lead to another one. */
export function redirectContact(
	workspaceId: string,
	contactId: string,
	into: string,
	now: string,
): Statement {
	return {
		name: "contact_redirect",
		text: `update contacts
   set merged_into = $3,
       external_id = null,
       custom_attributes = '{}',
       updated_at = $4
 where workspace_id = $1
   and (id = $2 or merged_into = $2)`,
		values: [workspaceId, contactId, into, now],
	};
}

/** Keeps the later of the times at which two contacts were last seen. */
export function saveLastSeen(
	workspaceId: string,
	contactId: string,
	seenAt: string,
): Statement {
	return {
		name: "contact_seen",
		text: `update contacts
   set last_seen_at = $3
 where workspace_id = $1
   and id = (select coalesce(merged_into, id) from contacts where workspace_id = $1 and id = $2)
   and (last_seen_at is null or last_seen_at < $3)
   and erased_at is null`,
		values: [workspaceId, contactId, seenAt],
	};
}

// Two subqueries, because the tickets that are deleted and those that are not have an index each.
const ticketsOf = (condition: string) => `select t.id
                          from contacts c
                          join tickets t on t.workspace_id = c.workspace_id and t.contact_id = c.id and ${condition}
                         where c.workspace_id = $1
                           and c.merged_into = $2`;

/**
 * Moves tickets, deleted ones too, of merged contacts to those they became, with the messages that these have written in
 * them, up to so many tickets. Counts the tickets.
 */
export function moveTickets(
	workspaceId: string,
	contactId: string,
	now: string,
	rowsMax: number,
): Statement {
	return {
		name: "contact_move_tickets",
		text: `with moved as (
  update tickets
     set contact_id = $2,
         updated_at = greatest(updated_at + interval '1 millisecond', $3)
   where workspace_id = $1
     and id = any(array(${ticketsOf("t.deleted_at is null")}
                        union all
                        ${ticketsOf("t.deleted_at is not null")}
                        limit $4))
  returning id
), written as (
  update messages
     set contact_id = $2
   where workspace_id = $1
     and (ticket_id in (select id from moved) or written_in in (select id from moved))
     and contact_id in (select id from contacts where workspace_id = $1 and merged_into = $2)
)
select id
  from moved`,
		values: [workspaceId, contactId, now, rowsMax],
	};
}

/** Moves what merged contacts wrote by mail in tickets of others to the contact that they became. */
export function moveMailedMessages(
	workspaceId: string,
	contactId: string,
): Statement {
	return {
		name: "contact_move_mailed_messages",
		text: `with merged as materialized (
  select id
    from contacts
   where workspace_id = $1
     and merged_into = $2
)
update messages
   set contact_id = $2
 where workspace_id = $1
   and id = any(array(select mails.message_id
                        from merged
                        join mails on mails.workspace_id = $1 and mails.contact_id = merged.id
                       where mails.message_id is not null))
   and contact_id in (select id from merged)`,
		values: [workspaceId, contactId],
	};
}
