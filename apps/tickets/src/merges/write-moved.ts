import type { Statement } from "@supportdesk/pg/statement.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Conversation } from "../domain/ticket.ts";
import { refreshDraft } from "../drafts/refresh-draft.ts";
import { mergeChanged, ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { selectCurrentDraft } from "../store/drafts.ts";
import { selectLastInbound } from "../store/messages.ts";
import {
	indexTickets,
	selectTicketsForUpdate,
} from "../store/ticket-merges.ts";

/** A ticket that is merged or separated again, and the one that it was merged into. */
export interface Pair {
	readonly source: Conversation;
	readonly target: Conversation;
}

/**
 * Moves messages between two tickets, with what follows from it: the words they are found by, their drafts and their
 * events. Returns both as they are then.
 *
 * @param tx has locked both
 * @param moves the statements that move the messages and write both rows
 */
export async function writeMoved(
	tx: Transaction,
	context: CallContext,
	type: "ticket.merged" | "ticket.unmerged",
	{ source, target }: Pair,
	moves: readonly Statement[],
	now: Date,
): Promise<Pair> {
	const { workspaceId } = context;
	const ids = [source.id, target.id];
	const [sourceDrafts, targetDrafts] = await tx.batch([
		selectCurrentDraft(workspaceId, source.id),
		selectCurrentDraft(workspaceId, target.id),
	]);
	for (const move of moves) tx.defer(move);
	tx.defer(indexTickets(workspaceId, ids));
	const [{ rows: tickets }, ofSource, ofTarget] = await tx.batch([
		selectTicketsForUpdate(workspaceId, ids),
		selectLastInbound(workspaceId, source.id),
		selectLastInbound(workspaceId, target.id),
	]);
	const moved = (id: string) => tickets.find((each) => each.id === id)!;
	writeEvents(tx, workspaceId, [
		mergeChanged(context, type, source, moved(source.id), now),
	]);
	const after = {
		source: refreshDraft(
			tx,
			context,
			moved(source.id),
			sourceDrafts.rows[0],
			ofSource.rows[0]?.id,
			now,
		),
		target: refreshDraft(
			tx,
			context,
			moved(target.id),
			targetDrafts.rows[0],
			ofTarget.rows[0]?.id,
			now,
		),
	};
	const changed = ticketChanged(
		context,
		"ticket.updated",
		target,
		after.target,
		now,
	);
	writeEvents(tx, workspaceId, changed);
	return after;
}
