import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import {
	boolean,
	bytes,
	json,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import { brokenConstraint } from "@supportdesk/pg/sqlstate.ts";
import type { Query, Statement, Value } from "@supportdesk/pg/statement.ts";
import { type ImapStatus, imapStatus } from "../domain/imap-account.ts";
import type { Intake, Mailbox } from "../domain/mailbox.ts";
import { keysetPage, type SortColumn } from "./keyset-page.ts";

export const MAILBOX_SORTS = ["created_at", "address"] as const;
export type MailboxSort = Sort<(typeof MAILBOX_SORTS)[number]>;

const SORT_COLUMNS: Record<MailboxSort["field"], SortColumn> = {
	created_at: { sql: "created_at", type: "timestamptz" },
	address: { sql: "address_key", type: "text" },
};

const COLUMNS = `id, address, name, group_id, signature, auto_reply_enabled, auto_reply_body, intake, created_at,
       (select jsonb_build_object(
                 'state', case when a.leased_until > now() then a.state else 'waiting' end,
                 'error', a.error,
                 'lastMailAt', a.last_mail_at,
                 'skippedAt', a.skipped_at,
                 'skippedReason', a.skipped_reason)
          from imap_accounts a
         where a.workspace_id = mailboxes.workspace_id
           and a.mailbox_id = mailboxes.id) as imap`;

interface StoredImap {
	readonly state: ImapStatus["state"];
	readonly error: string | null;
	readonly lastMailAt: string | null;
	readonly skippedAt: string | null;
	readonly skippedReason: string | null;
}

function imapFromJson(text: string): ImapStatus {
	const { state, error, lastMailAt, skippedAt, skippedReason }: StoredImap =
		JSON.parse(text);
	const instant = (at: string) => new Date(at).toISOString();
	return {
		state,
		error,
		lastMailAt: lastMailAt && instant(lastMailAt),
		lastSkipped:
			skippedAt === null || skippedReason === null
				? null
				: { at: instant(skippedAt), reason: skippedReason },
	};
}

const MAILBOX = rowType(
	{
		id: text,
		address: text,
		name: text,
		group_id: nullable(text),
		signature: text,
		auto_reply_enabled: boolean,
		auto_reply_body: text,
		intake: oneOf<Intake>(),
		created_at: timestamp,
		imap: nullable(json),
	},
	(row): Mailbox => ({
		id: row.id,
		address: row.address,
		name: row.name,
		groupId: row.group_id,
		signature: row.signature,
		autoReply: { enabled: row.auto_reply_enabled, body: row.auto_reply_body },
		intake: row.intake,
		imap: imapStatus(
			row.intake === "imap",
			row.imap === null ? null : imapFromJson(row.imap),
		),
		createdAt: row.created_at,
	}),
);

export function selectMailbox(workspaceId: string, id: string): Query<Mailbox> {
	return {
		name: "mailbox",
		text: `select ${COLUMNS}
  from mailboxes
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
		row: MAILBOX,
	};
}

/** A mailbox that is about to change. */
export interface LockedMailbox {
	readonly mailbox: Mailbox;
	/** Encrypted; null for none. */
	readonly imapUrl: Buffer | null;
}

export function lockMailbox(
	workspaceId: string,
	id: string,
): Query<LockedMailbox> {
	return {
		name: "mailbox_lock",
		text: `select ${COLUMNS}, imap_url
  from mailboxes
 where workspace_id = $1
   and id = $2
   for no key update`,
		values: [workspaceId, id],
		row: rowType(
			{ ...MAILBOX.columns, imap_url: nullable(bytes) },
			(row): LockedMailbox => ({
				mailbox: MAILBOX.from(row),
				imapUrl: row.imap_url,
			}),
		),
	};
}

/** One page. */
export function selectMailboxPage(
	workspaceId: string,
	sort: MailboxSort,
	rowsMax: number,
	position: Position | undefined,
): Query<Mailbox> {
	const values: Value[] = [workspaceId];
	const column = SORT_COLUMNS[sort.field];
	return {
		text: `select ${COLUMNS}
  from mailboxes
 where workspace_id = $1${keysetPage(column, sort, rowsMax, position, values)}`,
		values,
		row: MAILBOX,
	};
}

export function insertMailbox(
	workspaceId: string,
	mailbox: Mailbox,
	addressKey: string,
	imapUrl: Buffer | null,
): Statement {
	return {
		name: "mailbox_insert",
		text: `insert into mailboxes (workspace_id, id, address, address_key, name, group_id, signature, auto_reply_enabled,
                       auto_reply_body, intake, imap_url, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
		values: [
			workspaceId,
			mailbox.id,
			mailbox.address,
			addressKey,
			mailbox.name,
			mailbox.groupId,
			mailbox.signature,
			mailbox.autoReply.enabled,
			mailbox.autoReply.body,
			mailbox.intake,
			imapUrl,
			mailbox.createdAt,
		],
	};
}

/** Whether a statement failed because another mailbox, of whatever workspace, has the address. */
export function breaksMailboxAddress(err: unknown): boolean {
	return brokenConstraint(err) === "mailboxes_address";
}

export function saveMailbox(
	workspaceId: string,
	mailbox: Mailbox,
	imapUrl: Buffer | null,
	updatedAt: Date,
): Statement {
	return {
		name: "mailbox_save",
		text: `update mailboxes
   set name = $3,
       group_id = $4,
       signature = $5,
       auto_reply_enabled = $6,
       auto_reply_body = $7,
       intake = $8,
       imap_url = $9,
       updated_at = $10
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			mailbox.id,
			mailbox.name,
			mailbox.groupId,
			mailbox.signature,
			mailbox.autoReply.enabled,
			mailbox.autoReply.body,
			mailbox.intake,
			imapUrl,
			updatedAt.toISOString(),
		],
	};
}

export function deleteMailbox(workspaceId: string, id: string): Statement {
	return {
		name: "mailbox_delete",
		text: `delete from mailboxes
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
	};
}

/** The mailbox, and its group unless that is deactivated. */
export function selectDestination(
	workspaceId: string,
	id: string,
): Query<{
	readonly mailbox: Mailbox;
	readonly groupId: string | undefined;
}> {
	return {
		name: "mailbox_destination",
		text: `select ${COLUMNS},
       (select g.id
          from groups g
         where g.workspace_id = mailboxes.workspace_id
           and g.id = mailboxes.group_id
           and g.deactivated_at is null) as active_group_id
  from mailboxes
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
		row: rowType(
			{ ...MAILBOX.columns, active_group_id: nullable(text) },
			(row) => ({
				mailbox: MAILBOX.from(row),
				groupId: row.active_group_id ?? undefined,
			}),
		),
	};
}

/** Those of the addresses, as addresses are compared, that are mailboxes of the workspace. */
export function selectOwnAddresses(
	workspaceId: string,
	keys: readonly string[],
): Query<string> {
	return {
		name: "mailbox_own_addresses",
		text: `select address_key as key
  from mailboxes
 where workspace_id = $1
   and address_key = any($2::text[])`,
		values: [workspaceId, keys],
		row: rowType({ key: text }, ({ key }) => key),
	};
}

/** Lets the next statement see the mailboxes of these addresses, of whatever workspace. */
export function enterAddressed(keys: readonly string[]): Statement {
	return {
		name: "mailbox_enter_addressed",
		text: "select set_config('app.mail_addresses', $1, true)",
		values: [keys.join(" ")],
	};
}

/** The mailbox of the longest of these addresses that is one. */
export function selectAddressed(
	keys: readonly string[],
): Query<{ readonly workspaceId: string; readonly mailboxId: string }> {
	return {
		name: "mailbox_addressed",
		text: `select workspace_id, id
  from mailboxes
 where address_key = any($1::text[])
 order by char_length(address_key) desc
 limit 1`,
		values: [keys],
		row: rowType({ workspace_id: text, id: text }, (row) => ({
			workspaceId: row.workspace_id,
			mailboxId: row.id,
		})),
	};
}
