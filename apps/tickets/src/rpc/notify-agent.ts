import type { NotifyAgentRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { notifyAgentJob } from "../queue.ts";

/** Called by other services. A repeated call replaces a mail that was not sent yet. */
export function notifyAgent({ db }: Pick<Deps, "db">) {
	return async (request: NotifyAgentRequest, context: CallContext) => {
		const { workspaceId } = context;
		await writeAll(db, context, [notifyAgentJob({ workspaceId, ...request })]);
		return {};
	};
}
