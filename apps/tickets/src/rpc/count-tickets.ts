import type { CountTicketsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { countOpenTickets } from "../store/figures.ts";

export function countTickets({ db }: Pick<Deps, "db">) {
	return async (_request: CountTicketsRequest, context: CallContext) => {
		const { workspaceId, actorId } = context;
		const [counts] = await read(
			db,
			context,
			countOpenTickets(workspaceId, actorId),
		);
		return ok(JSON.stringify(counts));
	};
}
