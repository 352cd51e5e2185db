import type {
	LeaseImapAccountsRequest,
	LeaseImapAccountsResponse,
	LeaseImapAccountsResponse_Account,
} from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { runOutsideWorkspaces } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { decryptText } from "../secrets/encrypted-text.ts";
import {
	enterAccounts,
	type LeasedAccount,
	leaseAccounts,
	returnAccounts,
	selectLeased,
} from "../store/imap-accounts.ts";

// The mail service asks again every five seconds: what a killed process had is read by another one within a minute.
const LEASE_SECONDS = 30;

type LeaseDeps = Pick<Deps, "db" | "secretsKey" | "log">;

export function leaseImapAccounts({ db, secretsKey, log }: LeaseDeps) {
	return async (
		{ reader, max }: LeaseImapAccountsRequest,
		{ signal }: CallContext,
	): Promise<LeaseImapAccountsResponse> => {
		const change =
			max === 0
				? returnAccounts(reader)
				: leaseAccounts(reader, max, LEASE_SECONDS);
		const [, , leased] = await runOutsideWorkspaces(
			db,
			[enterAccounts(), change, selectLeased(reader)],
			signal,
		);
		const accounts = leased.rows.map((row) => {
			const account = accountProto(row, secretsKey);
			if (account.imapUrl === "")
				log.error({ mailboxId: row.mailboxId }, "imap_url not decrypted");
			return account;
		});
		return { accounts };
	};
}

function accountProto(
	{ workspaceId, mailboxId, imapUrl, position }: LeasedAccount,
	secretsKey: string | undefined,
): LeaseImapAccountsResponse_Account {
	return {
		workspaceId,
		mailboxId,
		imapUrl: decrypted(secretsKey, mailboxId, imapUrl),
		position: position && {
			source: position.source,
			uidValidity: position.uidValidity,
			lastUid: position.lastUid,
			sinceMs: position.since.getTime(),
		},
	};
}

/** Empty where SECRETS_KEY is another one than when it was stored. */
function decrypted(
	secretsKey: string | undefined,
	mailboxId: string,
	imapUrl: Buffer,
): string {
	if (secretsKey === undefined) return "";
	try {
		return decryptText(secretsKey, mailboxId, imapUrl);
	} catch {
		return "";
	}
}
