import { isDeepStrictEqual } from "node:util";
import { inTransaction, writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { type Correction, correctSignals } from "../domain/ticket.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import type { TicketPayload } from "../queue.ts";
import { refineSignals } from "../signals/refine-signals.ts";
import { saveAuthorSeen } from "../store/contact-changes.ts";
import { selectCorrection } from "../store/labels.ts";
import { selectModelId } from "../store/models.ts";
import { lockTicket, saveSignals } from "../store/tickets.ts";
import {
	answer,
	draftContext,
	type Question,
	questionOf,
	selectQuestion,
} from "./draft-reply.ts";

type EnrichDeps = Pick<Deps, "db" | "clock" | "ai" | "knowledge">;

/** Refines a new ticket's signals and drafts a reply. Safe to repeat: signals are written over. */
export function enrich(deps: EnrichDeps) {
	return async ({ workspaceId, ticketId }: TicketPayload): Promise<void> => {
		const [ticket, message, draft, [modelId], [correction]] = await writeAll(
			deps.db,
			workspaceId,
			[
				...selectQuestion(workspaceId, ticketId),
				selectModelId(workspaceId),
				selectCorrection(workspaceId, ticketId),
				saveAuthorSeen(workspaceId, ticketId),
			],
		);
		const question = questionOf([ticket, message, draft]);
		if (!question) return;
		const context = draftContext(deps, workspaceId);
		await saveBetterSignals(deps, context, question, modelId, correction);
		await answer(deps, context, question);
	};
}

async function saveBetterSignals(
	deps: EnrichDeps,
	context: CallContext,
	{ ticket, body }: Question,
	modelId: string | undefined,
	correction: Correction | undefined,
): Promise<void> {
	const { workspaceId } = context;
	const words = { subject: ticket.subject, body };
	const refined = await refineSignals(deps, words, modelId, context);
	const signals = correctSignals(refined, correction);
	if (isDeepStrictEqual(signals, ticket.signals)) return;
	await inTransaction(deps.db, workspaceId, async (tx) => {
		const current = await lockTicket(tx, workspaceId, ticket.id);
		// An agent may have corrected them since they were read.
		if (!current || !isDeepStrictEqual(current.signals, ticket.signals)) return;
		const type = "ticket.signals_updated";
		const next = { ...current, signals };
		tx.defer(saveSignals(workspaceId, ticket.id, signals));
		const now = deps.clock.now();
		writeEvents(
			tx,
			workspaceId,
			ticketChanged(context, type, current, next, now),
		);
	});
}
