import type { ListMacrosRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/macros.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { MACRO_SORTS, selectMacroPage } from "../store/macros.ts";
import { macroJson } from "./macro-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "name:asc" };

export function listMacros({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListMacrosRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const sort = parseSort(MACRO_SORTS, sortText);
		const scope = { list: "macros", workspaceId, sort: sortText, filters: {} };
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const macros = await read(
			db,
			context,
			selectMacroPage(workspaceId, sort, limit + 1, walk.position),
		);
		const shown = await walk.write(
			macros,
			macroJson,
			({ id, name, createdAt }) => ({
				value: sort.field === "name" ? name : createdAt,
				id,
			}),
		);
		return page(shown.items, shown.nextCursor);
	};
}
