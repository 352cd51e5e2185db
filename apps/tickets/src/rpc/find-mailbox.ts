import type { FindMailboxRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { runOutsideWorkspaces } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import type { Deps } from "../deps.ts";
import { mailboxNotFound } from "../domain/errors.ts";
import { candidateKeys } from "../domain/mailbox.ts";
import { enterAddressed, selectAddressed } from "../store/mailboxes.ts";

/** Finds the mailbox of an address, of whatever workspace; a part behind a `+` leads to the mailbox before it. */
export function findMailbox({ db }: Pick<Deps, "db">) {
	return async ({ address }: FindMailboxRequest, { signal }: CallContext) => {
		const parsed = parseEmailAddress(address);
		if (!parsed) throw mailboxNotFound();
		const keys = candidateKeys(parsed);
		const [, found] = await runOutsideWorkspaces(
			db,
			[enterAddressed(keys), selectAddressed(keys)],
			signal,
		);
		const [mailbox] = found.rows;
		if (!mailbox) throw mailboxNotFound();
		return mailbox;
	};
}
