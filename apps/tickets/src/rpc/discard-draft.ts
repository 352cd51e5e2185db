import type { DiscardDraftRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Draft } from "../domain/draft.ts";
import {
	draftAlreadyApproved,
	draftNotFound,
	draftStale,
} from "../domain/errors.ts";
import { requireWritable } from "../domain/merge.ts";
import { draftDiscarded } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { saveFeedback } from "../store/draft-feedback.ts";
import { findCurrentDraft, supersedeDraft } from "../store/drafts.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { draftJson } from "./draft-json.ts";

/** Retracts the draft that is shown, as one that an agent does not want. */
export function discardDraft({
	db,
	clock,
	metrics,
}: Pick<Deps, "db" | "clock" | "metrics">) {
	return async (request: DiscardDraftRequest, context: CallContext) => {
		const { workspaceId, actorId } = context;
		const { ticketId, reason } = request;
		const now = clock.now();
		const response = await runOperation(
			db,
			operationOf(
				context,
				`draft.discard:${ticketId}`,
				request.idempotency,
				now,
			),
			[selectTicketForUpdate(workspaceId, ticketId)],
			async (tx, [tickets]) => {
				const ticket = requireWritable(tickets.rows[0]);
				const current = await findCurrentDraft(tx, workspaceId, ticketId);
				if (!current) throw draftNotFound();
				const { draft, lastInboundId } = current;
				if (draft.status === "approved") throw draftAlreadyApproved();
				if (draft.status === "superseded") throw draftStale();
				const createdAt = now.toISOString();
				const discarded: Draft = {
					...draft,
					status: "superseded",
					updatedAt: later(draft.updatedAt, now),
				};
				tx.defer(supersedeDraft(workspaceId, ticketId, now));
				tx.defer(
					saveFeedback(workspaceId, draft, {
						kind: "discarded",
						reason,
						agentId: actorId,
						createdAt,
					}),
				);
				const next = { ...ticket, readyDraftId: null };
				writeEvents(tx, workspaceId, [
					draftDiscarded(context, ticket, current, discarded, now),
					...ticketChanged(context, "ticket.updated", ticket, next, now),
				]);
				const body = draftJson(discarded, lastInboundId);
				return { status: 200, body, resourceId: "" };
			},
		);
		if (!response.replayed) metrics.draft("discarded");
		return stored(response);
	};
}
