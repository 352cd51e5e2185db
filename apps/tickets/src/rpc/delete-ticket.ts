import type { DeleteTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { ticketNotFound } from "../domain/errors.ts";
import { ticketDeleted } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { forgetTicketJob } from "../queue.ts";
import {
	deleteTicket as deleteTicketRow,
	selectTicketForUpdate,
} from "../store/tickets.ts";

export function deleteTicket({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
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
			[selectTicketForUpdate(workspaceId, id)],
			async (
				tx,
				[
					{
						rows: [current],
					},
				],
			) => {
				if (!current) throw ticketNotFound();
				tx.defer(deleteTicketRow(workspaceId, id, now));
				tx.defer(forgetTicketJob(workspaceId, id, now));
				const event = ticketDeleted(context, current, now);
				writeEvents(tx, workspaceId, [event]);
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
