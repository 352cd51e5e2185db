import type { ListBulkResultsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/bulk.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { bulkNotFound } from "../domain/errors.ts";
import { selectResultPage } from "../store/bulk-items.ts";
import { selectBulk } from "../store/bulk-jobs.ts";
import { bulkResultJson } from "./bulk-json.ts";

const DEFAULT_LIMIT = 25;

export function listBulkResults({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListBulkResultsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id, status } = request;
		const limit = request.page?.limit || DEFAULT_LIMIT;
		const scope = {
			list: `bulk_results:${id}`,
			workspaceId,
			sort: "position:asc",
			filters: { status },
		};
		const cursor = request.page?.cursor ?? "";
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const after = Number(walk.position?.value ?? 0);
		const [[bulk], results] = await readAll(db, context, [
			selectBulk(workspaceId, id),
			selectResultPage(workspaceId, id, status, after, limit + 1),
		]);
		if (!bulk) throw bulkNotFound();
		const shown = await walk.write(
			results,
			bulkResultJson,
			({ position, ticketId }) => ({ value: String(position), id: ticketId }),
		);
		return page(shown.items, shown.nextCursor);
	};
}
