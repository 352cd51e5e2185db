import type { ListQuarantinedMailsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { mailboxNotFound } from "../domain/errors.ts";
import { selectMailbox } from "../store/mailboxes.ts";
import {
	QUARANTINE_SORTS,
	selectQuarantinedPage,
} from "../store/quarantine.ts";
import { quarantinedJson } from "./mail-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "received_at:desc" };

export function listQuarantinedMails({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListQuarantinedMailsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { mailboxId } = request;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const sort = parseSort(QUARANTINE_SORTS, sortText);
		const scope = {
			list: "quarantined_mails",
			workspaceId,
			sort: sortText,
			filters: { mailboxId },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const [[mailbox], mails] = await readAll(db, context, [
			selectMailbox(workspaceId, mailboxId),
			selectQuarantinedPage(
				workspaceId,
				mailboxId,
				sort,
				limit + 1,
				walk.position,
			),
		]);
		if (!mailbox) throw mailboxNotFound();
		const shown = await walk.write(
			mails,
			(mail) =>
				quarantinedJson(mail, { state: "quarantined", reason: mail.reason }),
			({ id, receivedAt }) => ({ value: receivedAt, id }),
		);
		return page(shown.items, shown.nextCursor);
	};
}
