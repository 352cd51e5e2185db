import type { DeleteTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { requireWritable } from "../domain/merge.ts";
import { ticketDeleted } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { forgetTicketJob } from "../queue.ts";
import {
	selectMergedIds,
	selectTicketsForUpdate,
} from "../store/ticket-merges.ts";
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
			[
				selectTicketForUpdate(workspaceId, id),
				selectMergedIds(workspaceId, id),
			],
			async (tx, [{ rows: found }, { rows: ids }]) => {
				const current = requireWritable(found[0]);
				// What was merged into it goes with it.
				const { rows: tickets } =
					ids.length === 1
						? { rows: [current] }
						: await tx.query(selectTicketsForUpdate(workspaceId, ids));
				for (const ticket of tickets) {
					tx.defer(deleteTicketRow(workspaceId, ticket.id, now));
					tx.defer(forgetTicketJob(workspaceId, ticket.id, now));
				}
				const events = tickets.map((ticket) =>
					ticketDeleted(context, ticket, now),
				);
				writeEvents(tx, workspaceId, events);
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
