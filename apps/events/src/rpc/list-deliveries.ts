import type { ListDeliveriesRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookNotFound } from "../domain/errors.ts";
import { deliveryJson } from "../domain/webhook.ts";
import { selectDeliveryPage } from "../store/deliveries.ts";
import { selectWebhook } from "../store/webhooks.ts";

const SORTS = ["created_at"] as const;
const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:desc" };

export function listDeliveries({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListDeliveriesRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { webhookId, status } = request;
		const { limit, cursor, sort } = request.page ?? DEFAULT_PAGE;
		const { direction } = parseSort(SORTS, sort);
		const scope = {
			list: `deliveries of ${webhookId}`,
			workspaceId,
			sort,
			filters: { status },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const [[webhook], rows] = await readAll(db, context, [
			selectWebhook(workspaceId, webhookId),
			selectDeliveryPage(
				workspaceId,
				webhookId,
				status,
				direction,
				limit,
				walk.position,
			),
		]);
		if (!webhook) throw webhookNotFound();
		const shown = await walk.write(rows, deliveryJson, ({ createdAt, id }) => ({
			value: createdAt,
			id,
		}));
		return page(shown.items, shown.nextCursor);
	};
}
