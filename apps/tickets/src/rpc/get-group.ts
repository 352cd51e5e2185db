import type { GetGroupRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { noSuchGroup } from "@supportdesk/directory/errors.ts";
import { selectGroup } from "@supportdesk/directory/groups.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directoryJson } from "./directory-json.ts";

export function getGroup({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetGroupRequest, context: CallContext) => {
		const [group] = await read(
			db,
			context,
			selectGroup(context.workspaceId, id),
		);
		if (!group) throw noSuchGroup();
		return ok(directoryJson(group));
	};
}
