import type { UpdateAgentRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { type Change, changesOf } from "@supportdesk/directory/change.ts";
import { changeAgent } from "@supportdesk/directory/change-agent.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directoryJson } from "./directory-json.ts";

export function updateAgent({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateAgentRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id } = request;
		const now = clock.now();
		const scope = `agents.update:${id}`;
		const operation = operationOf(context, scope, undefined, now);
		const changes: Change[] = changesOf(request, now);
		const response = await runOperation(db, operation, [], async (tx) => {
			const agent = await changeAgent(
				tx,
				workspaceId,
				id,
				changes,
				now,
				context,
			);
			return { status: 200, body: directoryJson(agent), resourceId: "" };
		});
		return stored(response);
	};
}
