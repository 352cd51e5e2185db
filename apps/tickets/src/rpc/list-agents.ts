import type { ListAgentsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { AGENT_SORTS, selectAgentPage } from "../store/agents.ts";
import { agentJson } from "./agent-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:asc" };

export function listAgents({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListAgentsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const { status } = request;
		const sort = parseSort(AGENT_SORTS, sortText);
		const scope = {
			list: "agents",
			workspaceId,
			sort: sortText,
			filters: { status },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const agents = await read(
			db,
			context,
			selectAgentPage(workspaceId, status, sort, limit + 1, walk.position),
		);
		const shown = await walk.write(
			agents,
			agentJson,
			({ id, name, createdAt }) => ({
				value: sort.field === "name" ? name : createdAt,
				id,
			}),
		);
		return page(shown.items, shown.nextCursor);
	};
}
