import type { DeleteTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { once } from "@supportdesk/operations/once.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { ticketNotFound } from "../domain/errors.ts";
import { forgetTicketJob } from "../queue.ts";
import { deleteTicket as deleteTicketRow } from "../store/tickets.ts";

export function deleteTicket({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteTicketRequest, context: CallContext) => {
		const now = clock.now();
		return once<[unknown]>(
			db,
			context,
			`tickets.delete:${id}`,
			undefined,
			now,
			[deleteTicketRow(context.workspaceId, id, now)],
			async (tx, [deleted]) => {
				if (deleted.count === 0) throw ticketNotFound();
				tx.defer(forgetTicketJob(context.workspaceId, id, now));
				return {
					status: 200,
					body: `{"id":"${id}","deleted":true}`,
					resourceId: "",
				};
			},
		);
	};
}
