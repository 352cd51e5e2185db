import {
	boolean,
	bytes,
	integer,
	nullable,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { ImapPosition, ImapReport } from "../domain/imap-account.ts";

/** An account that a process may read. */
export interface LeasedAccount {
	readonly workspaceId: string;
	readonly mailboxId: string;
	/** Encrypted. */
	readonly imapUrl: Buffer;
	readonly position: ImapPosition | undefined;
}

/** Lets the next statements see the accounts of all workspaces. */
export function enterAccounts(): Statement {
	return {
		name: "imap_enter",
		text: "select set_config('app.fetches_mail', 'on', true)",
		values: [],
	};
}

/**
 * Gives the process its accounts for another while, then those that no process has. The clock is the database's: it is the
 * same for all processes.
 */
export function leaseAccounts(
	reader: string,
	accountsMax: number,
	seconds: number,
): Statement {
	return {
		name: "imap_lease",
		text: `insert into imap_accounts (workspace_id, mailbox_id, reader, leased_until, state)
select workspace_id, id, $1, now() + make_interval(secs => $3), 'connecting'
  from (
    select m.workspace_id, m.id
      from mailboxes m
      left join imap_accounts a
        on a.workspace_id = m.workspace_id
       and a.mailbox_id = m.id
     where m.intake = 'imap'
       and (a.reader is null or a.reader = $1 or a.leased_until < now())
       and not exists (
         select from workspaces w
          where w.id = m.workspace_id
            and w.deactivated_at is not null)
     order by a.reader is distinct from $1, m.workspace_id, m.id
     limit $2) as wanted
 order by workspace_id, id
    on conflict (workspace_id, mailbox_id) do update
   set reader = excluded.reader,
       leased_until = excluded.leased_until
 where imap_accounts.reader = excluded.reader
    or imap_accounts.leased_until < now()`,
		values: [reader, accountsMax, seconds],
	};
}

/** Lets other processes have the accounts. */
export function returnAccounts(reader: string): Statement {
	return {
		name: "imap_return",
		text: `update imap_accounts
   set leased_until = now()
 where reader = $1
   and leased_until > now()`,
		values: [reader],
	};
}

/** The accounts that the process may read. */
export function selectLeased(reader: string): Query<LeasedAccount> {
	return {
		name: "imap_leased",
		text: `select m.workspace_id, m.id, m.imap_url, a.source, a.uid_validity, a.last_uid, a.since
  from imap_accounts a
  join mailboxes m
    on m.workspace_id = a.workspace_id
   and m.id = a.mailbox_id
 where a.reader = $1
   and a.leased_until > now()
   and m.intake = 'imap'
   and m.imap_url is not null
   and not exists (
     select from workspaces w
      where w.id = m.workspace_id
        and w.deactivated_at is not null)`,
		values: [reader],
		row: rowType(
			{
				workspace_id: text,
				id: text,
				imap_url: nullable(bytes),
				source: nullable(text),
				uid_validity: nullable(integer),
				last_uid: nullable(integer),
				since: nullable(timestamp),
			},
			(row): LeasedAccount => ({
				workspaceId: row.workspace_id,
				mailboxId: row.id,
				imapUrl: row.imap_url!,
				position:
					row.source === null
						? undefined
						: {
								source: row.source,
								uidValidity: row.uid_validity!,
								lastUid: row.last_uid!,
								since: new Date(row.since!),
							},
			}),
		),
	};
}

/** Stores a report of the process that has the account; returns nothing where another one has it. */
export function saveReport(
	workspaceId: string,
	mailboxId: string,
	reader: string,
	report: ImapReport,
	now: Date,
): Query<{ readonly leased: boolean }> {
	const { state, error, position, hasNewMail, skipped } = report;
	return {
		name: "imap_report",
		text: `update imap_accounts
   set state = $4,
       error = $5,
       last_mail_at = case when $6 then $7::timestamptz else last_mail_at end,
       skipped_at = case when $8::text is null then skipped_at else $7::timestamptz end,
       skipped_reason = coalesce($8, skipped_reason),
       source = coalesce($9, source),
       uid_validity = coalesce($10, uid_validity),
       last_uid = coalesce($11, last_uid),
       since = coalesce($12, since)
 where workspace_id = $1
   and mailbox_id = $2
   and reader = $3
returning true as leased`,
		values: [
			workspaceId,
			mailboxId,
			reader,
			state,
			error,
			hasNewMail,
			now.toISOString(),
			skipped,
			position?.source ?? null,
			position?.uidValidity ?? null,
			position?.lastUid ?? null,
			position?.since.toISOString() ?? null,
		],
		row: rowType({ leased: boolean }),
	};
}
