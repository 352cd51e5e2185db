import type {
	Page,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { type KeyStatus, selectKeyPage } from "@supportdesk/keys/keys.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { keyJson } from "./key-json.ts";
import type { KeysDeps } from "./manage-keys.ts";

export async function listKeys(
	{ db, cursorSecret }: Pick<KeysDeps, "db" | "cursorSecret">,
	context: CallContext,
	{ limit, cursor, sort }: Page,
	status: KeyStatus | undefined,
): Promise<Rendered> {
	const { workspaceId } = context;
	const { direction } = parseSort(["created_at"] as const, sort);
	const scope = { list: "keys", workspaceId, sort, filters: { status } };
	const walk = startWalk(cursorSecret, scope, limit, cursor);
	const { position } = walk;
	const keys = await read(
		db,
		context,
		selectKeyPage(
			workspaceId,
			status,
			direction,
			limit + 1,
			position && { value: String(position.value), id: position.id },
		),
	);
	const shown = await walk.write(keys, keyJson, ({ id, createdAt }) => ({
		value: createdAt,
		id,
	}));
	return page(shown.items, shown.nextCursor);
}
