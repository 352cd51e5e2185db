import type { CreateGroupRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { createGroup as createGroupIn } from "@supportdesk/directory/create-group.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directoryJson } from "./directory-json.ts";

export function createGroup({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateGroupRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { name, agentIds, idempotency } = request;
		const now = clock.now();
		const operation = operationOf(context, "groups.create", idempotency, now);
		const response = await runOperation(db, operation, [], async (tx) => {
			const given = { workspaceId, name, agentIds, now };
			const group = await createGroupIn(tx, given, context);
			return { status: 201, body: directoryJson(group), resourceId: group.id };
		});
		return stored(response);
	};
}
