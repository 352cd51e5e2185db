import type { GetAgentRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { agentNotFound } from "../domain/errors.ts";
import { selectAgent } from "../store/agents.ts";
import { agentJson } from "./agent-json.ts";

export function getAgent({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetAgentRequest, context: CallContext) => {
		const [agent] = await read(
			db,
			context,
			selectAgent(context.workspaceId, id),
		);
		if (!agent) throw agentNotFound();
		return ok(agentJson(agent));
	};
}
