import type { ListEventsRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { eventJson } from "../domain/event.ts";
import { selectEvents } from "../store/events.ts";

const SORTS = ["sequence"] as const;
const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "sequence:asc" };

export function listEvents({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListEventsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort } = request.page ?? DEFAULT_PAGE;
		const { direction } = parseSort(SORTS, sort);
		const { after = 0, types, resourceId, ticketId } = request;
		const scope = {
			list: "events",
			workspaceId,
			sort,
			filters: { after, types: [...types].sort(), resourceId, ticketId },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const reached = walk.position && Number(walk.position.id);
		const rows = await read(
			db,
			context,
			selectEvents(
				workspaceId,
				{
					types,
					resourceId,
					ticketId,
					after: direction === "asc" && reached !== undefined ? reached : after,
					before: direction === "desc" ? reached : undefined,
				},
				direction,
				limit + 1,
			),
		);
		const shown = await walk.write(rows, eventJson, ({ sequence }) => ({
			value: null,
			id: String(sequence),
		}));
		return page(shown.items, shown.nextCursor);
	};
}
