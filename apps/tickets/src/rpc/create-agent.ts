import type { CreateAgentRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { createAgent as createAgentIn } from "@supportdesk/directory/create-agent.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directoryJson } from "./directory-json.ts";

export function createAgent({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateAgentRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { name, email, idempotency } = request;
		const now = clock.now();
		const operation = operationOf(context, "agents.create", idempotency, now);
		const response = await runOperation(db, operation, [], async (tx) => {
			const given = { workspaceId, name, email, now };
			const agent = await createAgentIn(tx, given, context);
			return { status: 201, body: directoryJson(agent), resourceId: agent.id };
		});
		return stored(response);
	};
}
