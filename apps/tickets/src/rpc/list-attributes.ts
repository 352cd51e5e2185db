import type { ListAttributesRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { selectAttributePage } from "@supportdesk/directory/attributes.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { attributeJson } from "./directory-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "key:asc" };

export function listAttributes({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListAttributesRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort } = request.page ?? DEFAULT_PAGE;
		const { direction } = parseSort(["key"] as const, sort);
		const scope = { list: "attributes", workspaceId, sort, filters: {} };
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const rows = await read(
			db,
			context,
			selectAttributePage(workspaceId, direction, walk.position?.id, limit + 1),
		);
		const shown = await walk.write(rows, attributeJson, ({ key }) => ({
			value: key,
			id: key,
		}));
		return page(shown.items, shown.nextCursor);
	};
}
