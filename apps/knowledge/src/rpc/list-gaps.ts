import type { ListGapsRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Gap } from "../domain/gap.ts";
import { GAP_SORTS, type GapSort, selectGapPage } from "../store/gap-list.ts";
import { gapJson } from "./gap-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "frequency:desc" };

export function listGaps({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListGapsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const { status } = request;
		const sort = parseSort(GAP_SORTS, sortText);
		const scope = {
			list: "gaps",
			workspaceId,
			sort: sortText,
			filters: { status },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const gaps = await read(
			db,
			context,
			selectGapPage(workspaceId, status, sort, limit, walk.position),
		);
		const shown = await walk.write(gaps, gapJson, (gap) => ({
			value: sortValue(gap, sort),
			id: gap.id,
		}));
		return page(shown.items, shown.nextCursor);
	};
}

function sortValue(gap: Gap, { field }: GapSort): string {
	switch (field) {
		case "frequency":
			return String(gap.frequency);
		case "last_seen_at":
			return gap.lastSeenAt;
		case "first_seen_at":
			return gap.firstSeenAt;
	}
}
