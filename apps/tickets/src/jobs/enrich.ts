import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { writeInBatch } from "@supportdesk/pg/batched-write.ts";
import { lookupAll } from "@supportdesk/pg/lookup.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { correctSignals, type Signals } from "../domain/ticket.ts";
import {
	type Question,
	questionOf,
	selectQuestion,
} from "../drafts/question.ts";
import { type Reply, writeReply } from "../drafts/write-reply.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import type { TicketPayload } from "../queue.ts";
import { refineSignals } from "../signals/refine-signals.ts";
import { SAVE_AUTHORS_SEEN } from "../store/authors-seen.ts";
import { selectCorrection } from "../store/labels.ts";
import { selectModelId } from "../store/models.ts";
import { lockTicket, saveSignals } from "../store/tickets.ts";
import { answer, draftContext } from "./draft-reply.ts";

type EnrichDeps = Pick<Deps, "db" | "clock" | "ai" | "knowledge">;

const SIGNALS_WAIT_MS = 500; // signals are stored with the draft, unless a language model writes it

/** Refines a new ticket's signals and drafts a reply. Safe to repeat: signals are written over. */
export function enrich(deps: EnrichDeps) {
	return async ({ workspaceId, ticketId }: TicketPayload): Promise<void> => {
		const context = draftContext(deps, workspaceId);
		const [[modelId], [correction], ...rows] = await lookupAll(
			deps.db,
			workspaceId,
			[
				selectModelId(workspaceId),
				selectCorrection(workspaceId, ticketId),
				...selectQuestion(workspaceId, ticketId),
			],
		);
		await writeInBatch(deps.db, context, SAVE_AUTHORS_SEEN, ticketId);
		const question = questionOf(rows);
		if (!question) return;
		const { ticket, body } = question;
		const words = { subject: ticket.subject, body };
		const refined = await refineSignals(deps, words, modelId, context);
		const signals = correctSignals(refined, correction);
		const replying = writeReply(deps, context, question);
		const isBetter = !isDeepStrictEqual(signals, ticket.signals);
		const store = () => storeSignals(deps, context, question, signals);
		if (isBetter && !(await isQuick(replying))) {
			await store();
			await answer(deps, context, question, undefined, await replying);
			return;
		}
		const better = isBetter ? { value: signals, store } : undefined;
		await answer(deps, context, question, better, await replying);
	};
}

/** Whether the reply is written soon. */
function isQuick(replying: Promise<Reply>): Promise<boolean> {
	const written = replying.then(
		() => true,
		() => false,
	);
	return Promise.race([written, sleep(SIGNALS_WAIT_MS, false, { ref: false })]);
}

async function storeSignals(
	deps: EnrichDeps,
	context: CallContext,
	{ ticket }: Question,
	signals: Signals,
): Promise<void> {
	const { workspaceId } = context;
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
