import type { ListWebhooksRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookJson } from "../domain/webhook.ts";
import { selectWebhookPage } from "../store/webhooks.ts";

const SORTS = ["created_at"] as const;
const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:desc" };

export function listWebhooks({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListWebhooksRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort } = request.page ?? DEFAULT_PAGE;
		const { direction } = parseSort(SORTS, sort);
		const scope = { list: "webhooks", workspaceId, sort, filters: {} };
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const rows = await read(
			db,
			context,
			selectWebhookPage(workspaceId, direction, limit, walk.position),
		);
		const shown = await walk.write(rows, webhookJson, ({ createdAt, id }) => ({
			value: createdAt,
			id,
		}));
		return page(shown.items, shown.nextCursor);
	};
}
