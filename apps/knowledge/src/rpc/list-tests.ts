import type { ListTestsRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { selectTestPage, TEST_SORTS } from "../store/knowledge-tests.ts";
import { testJson } from "./test-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:desc" };

export function listTests({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListTestsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { passed } = request;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const sort = parseSort(TEST_SORTS, sortText);
		const scope = {
			list: "knowledge_tests",
			workspaceId,
			sort: sortText,
			filters: { passed: passed === undefined ? undefined : String(passed) },
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const tests = await read(
			db,
			context,
			selectTestPage(workspaceId, passed, sort, limit + 1, walk.position),
		);
		const shown = await walk.write(tests, testJson, ({ id, createdAt }) => ({
			value: createdAt,
			id,
		}));
		return page(shown.items, shown.nextCursor);
	};
}
