import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import {
	arrayOf,
	bytes,
	json,
	nullable,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement, Value } from "@supportdesk/pg/statement.ts";
import type { Authentication } from "../domain/incoming-mail.ts";
import { keysetPage } from "./keyset-page.ts";

export const QUARANTINE_SORTS = ["received_at"] as const;

/** A mail that is kept apart, as its list shows it. */
export interface QuarantinedMail {
	readonly id: string;
	readonly mailboxId: string;
	readonly reason: string | null;
	readonly fromKey: string;
	readonly fromName: string;
	readonly subject: string;
	readonly authentication: Authentication;
	readonly receivedAt: string;
}

const QUARANTINED = rowType(
	{
		id: text,
		mailbox_id: text,
		reason: nullable(text),
		from_key: text,
		from_name: text,
		subject: text,
		authentication: json,
		received_at: timestamp,
	},
	(row): QuarantinedMail => ({
		id: row.id,
		mailboxId: row.mailbox_id,
		reason: row.reason,
		fromKey: row.from_key,
		fromName: row.from_name,
		subject: row.subject,
		authentication: JSON.parse(row.authentication) as Authentication,
		receivedAt: row.received_at,
	}),
);

export function selectQuarantinedPage(
	workspaceId: string,
	mailboxId: string,
	sort: Sort<(typeof QUARANTINE_SORTS)[number]>,
	rowsMax: number,
	position: Position | undefined,
): Query<QuarantinedMail> {
	const values: Value[] = [workspaceId, mailboxId];
	const column = { sql: "received_at", type: "timestamptz" } as const;
	return {
		text: `select id, mailbox_id, reason, from_key, from_name, subject, authentication, received_at
  from mails
 where workspace_id = $1
   and mailbox_id = $2
   and state = 'quarantined'${keysetPage(column, sort, rowsMax, position, values)}`,
		values,
		row: QUARANTINED,
	};
}

const ID = rowType({ id: text }, ({ id }) => id);

/** A mail that is kept apart, locked until the transaction ends. */
export function lockQuarantined(
	workspaceId: string,
	mailboxId: string,
	id: string,
): Query<string> {
	return {
		name: "quarantine_lock",
		text: `select id
  from mails
 where workspace_id = $1
   and mailbox_id = $2
   and id = $3
   and state = 'quarantined'
   for no key update`,
		values: [workspaceId, mailboxId, id],
		row: ID,
	};
}

/** The same mail is not taken in again later: its row stays, without what it says. */
export function dropQuarantined(
	workspaceId: string,
	mailboxId: string,
	id: string,
): Statement {
	return {
		name: "quarantine_drop",
		text: `with dropped as (
  update mails
     set state = 'dropped'
   where workspace_id = $1
     and mailbox_id = $2
     and id = $3
     and state = 'quarantined'
  returning id
), raw as (
  delete from raw_mails
   where workspace_id = $1
     and mail_id in (select id from dropped)
)
select
  from dropped`,
		values: [workspaceId, mailboxId, id],
	};
}

/** What a mail that is kept apart is read from again. */
export interface KeptMail {
	readonly raw: Buffer;
	readonly recipients: string[];
	readonly envelopeFrom: string | undefined;
	readonly authentication: Authentication;
}

export function selectQuarantined(
	workspaceId: string,
	mailboxId: string,
	id: string,
): Query<KeptMail> {
	return {
		name: "quarantine_mail",
		text: `select r.data, m.recipients, m.envelope_from, m.authentication
  from mails m
  join raw_mails r on r.workspace_id = m.workspace_id and r.mail_id = m.id
 where m.workspace_id = $1
   and m.mailbox_id = $2
   and m.id = $3
   and m.state = 'quarantined'`,
		values: [workspaceId, mailboxId, id],
		row: rowType(
			{
				data: bytes,
				recipients: arrayOf(text),
				envelope_from: nullable(text),
				authentication: json,
			},
			(row): KeptMail => ({
				raw: row.data,
				recipients: row.recipients,
				envelopeFrom: row.envelope_from ?? undefined,
				authentication: JSON.parse(row.authentication) as Authentication,
			}),
		),
	};
}
