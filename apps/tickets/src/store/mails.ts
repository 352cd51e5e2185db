import {
	boolean,
	bytes,
	integer,
	nullable,
	oneOf,
	type Row,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Authentication } from "../domain/incoming-mail.ts";
import { MERGED_IDS } from "./ticket-merges.ts";

export type MailState = "message" | "bounce" | "quarantined" | "dropped";

/** A mail that was accepted. */
export interface NewMail {
	readonly id: string;
	readonly mailboxId: string;
	readonly contentHash: Buffer;
	/** In angle brackets; empty for none. */
	readonly messageIdHeader: string;
	/** The sender's address in lower case; empty for none. */
	readonly fromKey: string;
	readonly fromName: string;
	readonly subject: string;
	readonly envelopeFrom: string | undefined;
	readonly recipients: readonly string[];
	readonly authentication: Authentication;
	/** ISO 8601. */
	readonly receivedAt: string;
}

/** Keeps other mails of the sender waiting until the transaction ends: each is counted before the next is read. */
export function lockSender(workspaceId: string, fromKey: string): Statement {
	return {
		name: "mail_lock_sender",
		text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
		values: [`mail ${workspaceId} ${fromKey}`],
	};
}

const INSERTED = rowType({ id: text }, ({ id }) => id);

/** Stores that a mail came in, with its bytes; nothing where the same mail came in before. */
export function insertMail(
	workspaceId: string,
	mail: NewMail,
	raw: Buffer,
): Query<string> {
	return {
		name: "mail_insert",
		text: `with mail as (
  insert into mails (workspace_id, id, mailbox_id, state, content_hash, message_id_header, from_key, from_name, subject,
                     envelope_from, recipients, authentication, received_at)
  values ($1, $2, $3, 'message', $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (workspace_id, content_hash) do nothing
  returning id
), raw as (
  insert into raw_mails (workspace_id, mail_id, data)
  select $1, id, $13
    from mail
)
select id
  from mail`,
		values: [
			workspaceId,
			mail.id,
			mail.mailboxId,
			mail.contentHash,
			mail.messageIdHeader || null,
			mail.fromKey,
			mail.fromName,
			mail.subject,
			mail.envelopeFrom,
			mail.recipients,
			JSON.stringify(mail.authentication),
			mail.receivedAt,
			raw,
		],
		row: INSERTED,
	};
}

/** What became of a mail. */
export interface MailRecord {
	readonly id: string;
	readonly state: MailState;
	readonly reason: string | null;
	readonly ticketId: string | null;
	readonly messageId: string | null;
}

const MAIL_RECORD = rowType(
	{
		id: text,
		state: oneOf<MailState>(),
		reason: nullable(text),
		ticket_id: nullable(text),
		message_id: nullable(text),
	},
	(row): MailRecord => ({
		id: row.id,
		state: row.state,
		reason: row.reason,
		ticketId: row.ticket_id,
		messageId: row.message_id,
	}),
);

export function selectMailByContent(
	workspaceId: string,
	contentHash: Buffer,
): Query<MailRecord> {
	return {
		name: "mail_by_content",
		text: `select id, state, reason, ticket_id, message_id
  from mails
 where workspace_id = $1
   and content_hash = $2`,
		values: [workspaceId, contentHash],
		row: MAIL_RECORD,
	};
}

/** Stores what became of a mail. */
export function settleMail(
	workspaceId: string,
	{ id, state, reason, ticketId, messageId }: MailRecord,
	contactId: string | null,
): Statement {
	return {
		name: "mail_settle",
		text: `update mails
   set state = $3,
       reason = $4,
       contact_id = $5,
       ticket_id = $6,
       message_id = $7
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id, state, reason, contactId, ticketId, messageId],
	};
}

const SENDER = rowType(
	{ recent: integer, is_own: boolean },
	({ recent, is_own }) => ({ recent, isOwn: is_own }),
);

/**
 * How many mails of the sender have come in at the mailbox since a time, counted no further than `countMax`, and whether
 * the sender is a mailbox of the workspace itself.
 */
export function selectSender(
	workspaceId: string,
	mailboxId: string,
	fromKeys: readonly string[],
	since: Date,
	countMax: number,
): Query<{ readonly recent: number; readonly isOwn: boolean }> {
	return {
		name: "mail_sender",
		text: `select (select count(*)
          from (select
                  from mails
                 where workspace_id = $1
                   and mailbox_id = $2
                   and from_key = ($3::text[])[1]
                   and received_at > $4
                 limit $5) r) as recent,
       exists (select
                 from mailboxes
                where workspace_id = $1
                  and address_key = any($3::text[])) as is_own`,
		values: [workspaceId, mailboxId, fromKeys, since.toISOString(), countMax],
		row: SENDER,
	};
}

/**
 * The ticket that one of these mails or messages is in: the first that is found, deleted or not.
 *
 * @param replyIds the message that each id of ours names: a reply, or what came in without a mail, which the references
 * of our replies name; null for others
 * @param answeredIds the message that each automatic answer of ours answers; null for others
 */
export function selectThread(
	workspaceId: string,
	messageIdHeaders: readonly string[],
	replyIds: readonly (string | null)[],
	answeredIds: readonly (string | null)[],
): Query<string> {
	return {
		name: "mail_thread",
		text: `select coalesce(reply.ticket_id, answered.ticket_id, known.ticket_id) as ticket_id
  from unnest($2::text[], $3::text[], $4::text[]) with ordinality as r (header, reply_id, answered_id, n)
  left join messages reply on reply.workspace_id = $1 and reply.id = r.reply_id and reply.type <> 'note'
  left join messages answered on answered.workspace_id = $1 and answered.id = r.answered_id and answered.type = 'inbound'
  left join lateral (
       select m.ticket_id
         from mails
         join messages m on m.workspace_id = $1 and m.id = mails.message_id
        where mails.workspace_id = $1
          and mails.message_id_header = r.header
        order by mails.received_at
        limit 1) as known on true
 where coalesce(reply.ticket_id, answered.ticket_id, known.ticket_id) is not null
 order by n
 limit 1`,
		values: [workspaceId, messageIdHeaders, replyIds, answeredIds],
		row: rowType({ ticket_id: text }, ({ ticket_id }) => ticket_id),
	};
}

const RAW = rowType({ data: bytes }, ({ data }) => data);

/** The mail that a message was read from, through a ticket that is still there: one that the message is in, or was in before a merge. */
export function selectRawMail(
	workspaceId: string,
	ticketId: string,
	messageId: string,
): Query<Row<typeof RAW.columns>["data"]> {
	return {
		name: "mail_raw",
		text: `select r.data
  from mails
  join raw_mails r on r.workspace_id = mails.workspace_id and r.mail_id = mails.id
  join messages m on m.workspace_id = mails.workspace_id and m.id = mails.message_id
  join tickets t on t.workspace_id = m.workspace_id and t.id = m.ticket_id
 where mails.workspace_id = $1
   and mails.message_id = $3
   and (m.ticket_id = $2 or m.written_in in (${MERGED_IDS}))
   and t.deleted_at is null`,
		values: [workspaceId, ticketId, messageId],
		row: RAW,
	};
}

export function saveMailFields(
	workspaceId: string,
	ticketId: string,
	mailboxId: string | null,
	participantsJson: string,
): Statement {
	return {
		name: "mail_fields_save",
		text: `update tickets
   set mailbox_id = $3,
       participants = $4
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, ticketId, mailboxId, participantsJson],
	};
}

/** Notes an automatic answer; its row only where the address got none since a time. */
export function claimAutoReply(
	workspaceId: string,
	addressKey: string,
	now: Date,
	since: Date,
): Query<string> {
	return {
		name: "auto_reply_claim",
		text: `insert into auto_replies as r (workspace_id, address_key, sent_at)
values ($1, $2, $3)
    on conflict (workspace_id, address_key)
    do update set sent_at = excluded.sent_at
 where r.sent_at <= $4
returning address_key as id`,
		values: [workspaceId, addressKey, now.toISOString(), since.toISOString()],
		row: INSERTED,
	};
}

/** The Message-ID of the mail that a message was read from. */
export function selectMessageIdHeader(
	workspaceId: string,
	messageId: string,
): Query<string> {
	return {
		name: "mail_message_id",
		text: `select message_id_header as id
  from mails
 where workspace_id = $1
   and message_id = $2
   and message_id_header is not null`,
		values: [workspaceId, messageId],
		row: rowType({ id: nullable(text) }, ({ id }) => id!),
	};
}
