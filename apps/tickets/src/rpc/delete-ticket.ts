import type { DeleteTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { ticketNotFound } from "../domain/errors.ts";
import { forgetTicketJob } from "../queue.ts";
import { deleteTicket as deleteTicketRow } from "../store/tickets.ts";

export function deleteTicket({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteTicketRequest, context: CallContext) => {
		const now = clock.now();
		const operation = operationOf(
			context,
			`tickets.delete:${id}`,
			undefined,
			now,
		);
		const response = await runOperation(
			db,
			operation,
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
		return stored(response);
	};
}
