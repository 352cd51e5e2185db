import type { UpdateGroupRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { changesOf } from "@supportdesk/directory/change.ts";
import { changeGroup } from "@supportdesk/directory/change-group.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directoryJson } from "./directory-json.ts";

export function updateGroup({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateGroupRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id, agents } = request;
		const now = clock.now();
		const scope = `groups.update:${id}`;
		const operation = operationOf(context, scope, undefined, now);
		const response = await runOperation(db, operation, [], async (tx) => {
			const group = await changeGroup(
				tx,
				workspaceId,
				id,
				changesOf(request, now),
				agents?.agentIds,
				now,
				context,
			);
			return { status: 200, body: directoryJson(group), resourceId: "" };
		});
		return stored(response);
	};
}
