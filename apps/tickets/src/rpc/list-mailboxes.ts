import type { ListMailboxesRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { MAILBOX_SORTS, selectMailboxPage } from "../store/mailboxes.ts";
import { mailboxJson } from "./mailbox-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:asc" };

export function listMailboxes({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListMailboxesRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const sort = parseSort(MAILBOX_SORTS, sortText);
		const scope = {
			list: "mailboxes",
			workspaceId,
			sort: sortText,
			filters: {},
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const mailboxes = await read(
			db,
			context,
			selectMailboxPage(workspaceId, sort, limit + 1, walk.position),
		);
		const shown = await walk.write(
			mailboxes,
			mailboxJson,
			({ id, address, createdAt }) => ({
				value: sort.field === "address" ? address.toLowerCase() : createdAt,
				id,
			}),
		);
		return page(shown.items, shown.nextCursor);
	};
}
