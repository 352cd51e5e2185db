import type { ListMessagesRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { lookupAll } from "@supportdesk/pg/lookup.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { ticketNotFound } from "../domain/errors.ts";
import { selectMessagePage } from "../store/messages.ts";
import { selectTicket } from "../store/tickets.ts";
import { messageJson } from "./message-json.ts";

const DEFAULT_LIMIT = 25;

export function listMessages({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListMessagesRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId, type } = request;
		const limit = request.page?.limit || DEFAULT_LIMIT;
		const cursor = request.page?.cursor ?? "";
		const scope = {
			list: `messages:${ticketId}`,
			workspaceId,
			sort: "created_at:asc",
			filters: { type },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const [tickets, messages] = await lookupAll(db, context, [
			selectTicket(workspaceId, ticketId),
			selectMessagePage(workspaceId, ticketId, type, limit + 1, walk.position),
		]);
		if (!tickets[0]) throw ticketNotFound();
		const shown = await walk.write(
			messages,
			messageJson,
			({ createdAt, id }) => ({
				value: createdAt,
				id,
			}),
		);
		return page(shown.items, shown.nextCursor);
	};
}
