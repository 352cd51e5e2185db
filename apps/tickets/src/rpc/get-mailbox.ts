import type { GetMailboxRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { mailboxNotFound } from "../domain/errors.ts";
import { selectMailbox } from "../store/mailboxes.ts";
import { mailboxJson } from "./mailbox-json.ts";

export function getMailbox({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetMailboxRequest, context: CallContext) => {
		const [mailbox] = await read(
			db,
			context,
			selectMailbox(context.workspaceId, id),
		);
		if (!mailbox) throw mailboxNotFound();
		return ok(mailboxJson(mailbox));
	};
}
