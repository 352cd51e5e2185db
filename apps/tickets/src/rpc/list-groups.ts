import type { ListGroupsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { GROUP_SORTS, selectGroupPage } from "../store/group-list.ts";
import { directoryJson } from "./directory-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:asc" };

export function listGroups({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListGroupsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const { status } = request;
		const sort = parseSort(GROUP_SORTS, sortText);
		const scope = {
			list: "groups",
			workspaceId,
			sort: sortText,
			filters: { status },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const groups = await read(
			db,
			context,
			selectGroupPage(workspaceId, status, sort, limit + 1, walk.position),
		);
		const shown = await walk.write(
			groups,
			directoryJson,
			({ id, name, created_at }) => ({
				value: sort.field === "name" ? name : created_at,
				id,
			}),
		);
		return page(shown.items, shown.nextCursor);
	};
}
