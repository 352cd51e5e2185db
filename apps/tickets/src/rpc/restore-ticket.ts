import type { RestoreTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { externalIdExists } from "../domain/errors.ts";
import { requireWritable } from "../domain/merge.ts";
import { awaitsReply, type Conversation } from "../domain/ticket.ts";
import { ticketRestored } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { draftAgainJob } from "../queue.ts";
import { selectMergedDeletedIds } from "../store/ticket-merges.ts";
import {
	breaksExternalId,
	restoreTicket as restoreTicketRow,
	selectDeletedTicketForUpdate,
	selectTicketForUpdate,
} from "../store/tickets.ts";
import { ticketJson } from "./ticket-json.ts";

const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000; // the API promises 30 days; the purge comes after them

/** Brings a deleted ticket back as it was, with its messages, tags and draft, and with what was merged into it. */
export function restoreTicket({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: RestoreTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id, idempotency } = request;
		const now = clock.now();
		const deletedAfter = new Date(now.getTime() - RESTORABLE_MS);
		const response = await runOperation(
			db,
			operationOf(context, `tickets.restore:${id}`, idempotency, now),
			[
				selectTicketForUpdate(workspaceId, id),
				selectDeletedTicketForUpdate(workspaceId, id, deletedAfter),
				selectMergedDeletedIds(workspaceId, id),
			],
			async (tx, [live, deleted, merged]) => {
				const ticket = requireWritable(live.rows[0] ?? deleted.rows[0]);
				if (live.rows[0])
					return { status: 200, body: ticketJson(ticket), resourceId: "" };
				const next = await restore(tx, context, ticket, now);
				// What was waiting for the ticket found none.
				if (awaitsReply(next)) tx.defer(draftAgainJob(workspaceId, id));
				for (const mergedId of merged.rows) {
					const { rows } = await tx.query(
						selectDeletedTicketForUpdate(workspaceId, mergedId, deletedAfter),
					);
					if (rows[0]) await restore(tx, context, rows[0], now);
				}
				return { status: 200, body: ticketJson(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** Returns the ticket as it is then. @throws AppError `external_id_exists` */
async function restore(
	tx: Transaction,
	context: CallContext,
	ticket: Conversation,
	now: Date,
): Promise<Conversation> {
	const { workspaceId } = context;
	const updatedAt = later(ticket.updatedAt, now);
	const next = { ...ticket, updatedAt };
	await tx
		.query(restoreTicketRow(workspaceId, ticket.id, updatedAt))
		.catch((err) => {
			// Another ticket was given the name since.
			throw breaksExternalId(err) ? externalIdExists() : err;
		});
	const event = ticketRestored(context, ticket, next, now);
	writeEvents(tx, workspaceId, [event]);
	return next;
}
