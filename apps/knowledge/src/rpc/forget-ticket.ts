import type { ForgetTicketRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { insertDeletedTicket, unnameTicket } from "../store/deleted-tickets.ts";

/** Called by the tickets service. Safe to repeat. */
export function forgetTicket({ db }: Pick<Deps, "db">) {
	return async (
		{ ticketId, deletedAt }: ForgetTicketRequest,
		context: CallContext,
	) => {
		const { workspaceId } = context;
		await writeAll(db, context, [
			insertDeletedTicket(workspaceId, ticketId, deletedAt),
			unnameTicket(workspaceId, ticketId),
		]);
		return {};
	};
}
