import {
	arrayOf,
	boolean,
	bytes,
	json,
	nullable,
	type Row,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Db, Query, Statement } from "@supportdesk/pg/statement.ts";
import { givenContactName } from "../domain/contact-name.ts";
import type { Participant } from "../domain/incoming-mail.ts";
import type { Outgoing } from "../mail/compose.ts";
import { selectMessage } from "./messages.ts";

/** A reply with everything its mail needs. */
export interface Delivery {
	readonly outgoing: Outgoing;
	/** An earlier reply of the ticket is still to leave. */
	readonly earlierQueued: boolean;
}

const ENVELOPE = rowType({
	subject: text,
	contact_name: text,
	contact_email: text,
	participants: json,
	mailbox_address: nullable(text),
	// Null, and not read, where there is no mailbox.
	mailbox_name: text,
	mailbox_signature: text,
	earlier_ids: arrayOf(text),
	earlier_queued: boolean,
});

const FILE = rowType(
	{ filename: text, content_type: text, data: bytes },
	({ filename, content_type, data }) => ({
		filename,
		contentType: content_type,
		data,
	}),
);

const ID = rowType({ id: text }, ({ id }) => id);

const REFERENCES_MAX = 20; // enough for every mail program to find the thread, and a header of bounded length

/** A participant may have become the ticket's contact since, by a merge or a change of address. */
function copiesOf(participants: string, contactEmail: string): Participant[] {
	const contactKey = contactEmail.toLowerCase();
	const all = JSON.parse(participants) as Participant[];
	return all.filter(({ email }) => email !== contactKey);
}

export async function findDelivery(
	db: Db,
	workspaceId: string,
	messageId: string,
): Promise<Delivery | undefined> {
	const message = await db.query(selectMessage(workspaceId, messageId));
	const envelope = await db.query(selectEnvelope(workspaceId, messageId));
	const files = await db.query(selectFiles(workspaceId, messageId));
	const [found] = message.rows;
	const [to] = envelope.rows;
	if (!found || !to) return undefined;
	return {
		outgoing: {
			message: found,
			subject: to.subject,
			to: {
				name: givenContactName({
					name: to.contact_name,
					email: to.contact_email,
				}),
				address: to.contact_email,
			},
			copies: copiesOf(to.participants, to.contact_email),
			mailbox: to.mailbox_address
				? {
						address: to.mailbox_address,
						name: to.mailbox_name,
						signature: to.mailbox_signature,
					}
				: undefined,
			earlierIds: to.earlier_ids,
			files: files.rows,
		},
		earlierQueued: to.earlier_queued,
	};
}

// Of the ticket in which it was written: a merge gives no mail another recipient, subject or thread.
const inSameThread = (other: string) =>
	`${other}.ticket_id = m.ticket_id
                        and ${other}.written_in is not distinct from m.written_in`;

/** Notes of earlier messages are left out: the customer has never seen them. */
export function selectEnvelope(
	workspaceId: string,
	messageId: string,
): Query<Row<typeof ENVELOPE.columns>> {
	return {
		name: "delivery_envelope",
		text: `select t.subject, c.name as contact_name, c.email as contact_email, t.participants,
       b.address as mailbox_address, b.name as mailbox_name, b.signature as mailbox_signature,
       array(select coalesce((select message_id_header
                                from mails
                               where mails.workspace_id = $1
                                 and mails.message_id = latest.id
                               limit 1), id)
               from (select e.id, e.created_at
                       from messages e
                      where e.workspace_id = m.workspace_id
                        and ${inSameThread("e")}
                        and e.type <> 'note'
                        and (e.created_at, e.id) < (m.created_at, m.id)
                      order by e.created_at desc, e.id desc
                      limit ${REFERENCES_MAX}) latest
              order by created_at, id) as earlier_ids,
       exists (select
                 from messages e
                where e.workspace_id = m.workspace_id
                  and ${inSameThread("e")}
                  and e.status = 'queued'
                  and (e.created_at, e.id) < (m.created_at, m.id)) as earlier_queued
  from messages m
  join tickets t on t.workspace_id = m.workspace_id and t.id = case when m.written_in is null then m.ticket_id else m.written_in end
  join contacts c on c.workspace_id = t.workspace_id and c.id = t.contact_id
  left join mailboxes b on b.workspace_id = t.workspace_id and b.id = t.mailbox_id
 where m.workspace_id = $1
   and m.id = $2`,
		values: [workspaceId, messageId],
		row: ENVELOPE,
	};
}

export function selectFiles(
	workspaceId: string,
	messageId: string,
): Query<Outgoing["files"][number]> {
	return {
		name: "delivery_files",
		text: `select f.filename, f.content_type, d.data
  from attachments f
  join attachment_data d on d.workspace_id = f.workspace_id and d.attachment_id = f.id
 where f.workspace_id = $1
   and f.message_id = $2
 order by f.position`,
		values: [workspaceId, messageId],
		row: FILE,
	};
}

/** What an attempt to send a reply came to. */
export interface Attempt {
	/** `queued` when it will be tried again. */
	readonly status: "queued" | "sent" | "failed";
	/** Why it is given up; null otherwise. */
	readonly error: string | null;
}

/** Counts an attempt and stores what it came to. */
export function saveAttempt(
	workspaceId: string,
	messageId: string,
	{ status, error }: Attempt,
): Statement {
	return {
		name: "delivery_attempt",
		text: `update messages
   set status = $3,
       attempts = attempts + 1,
       error = $4
 where workspace_id = $1
   and id = $2
   and status = 'queued'`,
		values: [workspaceId, messageId, status, error],
	};
}

/** The ticket's next reply that waits to leave, in the order in which they were written. */
export function selectNextQueued(
	workspaceId: string,
	messageId: string,
): Query<string> {
	return {
		name: "next_queued",
		text: `select n.id
  from messages m
  join messages n on n.workspace_id = m.workspace_id and ${inSameThread("n")}
 where m.workspace_id = $1
   and m.id = $2
   and n.status = 'queued'
   and (n.created_at, n.id) > (m.created_at, m.id)
 order by n.created_at, n.id
 limit 1`,
		values: [workspaceId, messageId],
		row: ID,
	};
}
