import type { UnmergeTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import {
	mergedTooLongAgo,
	notMerged,
	ticketNotFound,
	unmergeTargetFirst,
} from "../domain/errors.ts";
import {
	separateParticipants,
	separateTags,
	UNMERGE_DAYS,
} from "../domain/merge.ts";
import type { Conversation } from "../domain/ticket.ts";
import { type Pair, writeMoved } from "../merges/write-moved.ts";
import {
	closeMerge,
	countMessages,
	moveMessagesBack,
	saveAddedParticipants,
	saveAddedTags,
	saveUnmerged,
	selectMergedForUpdate,
	selectMergedIds,
	selectMerges,
} from "../store/ticket-merges.ts";
import { saveParticipants } from "../store/tickets.ts";
import { saveNewTags } from "./change-ticket.ts";
import { ticketJson } from "./ticket-json.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Separates a merged ticket again: what it had before is its own, what came in since stays with the ticket that it was
 * merged into.
 */
export function unmergeTicket({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UnmergeTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id, idempotency } = request;
		const now = clock.now();
		const response = await runOperation(
			db,
			operationOf(context, `tickets.unmerge:${id}`, idempotency, now),
			[selectMergedForUpdate(workspaceId, id)],
			async (tx, [{ rows: tickets }]) => {
				const pair = requirePair(tickets, id);
				const after = await unmerge(tx, context, pair, now);
				return { status: 200, body: ticketJson(after), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** @throws AppError `ticket_not_found`, `invalid_merge` */
function requirePair(tickets: readonly Conversation[], id: string): Pair {
	const source = tickets.find((each) => each.id === id);
	if (!source) throw ticketNotFound();
	if (source.mergedInto === null) throw notMerged();
	const target = tickets.find((each) => each.id === source.mergedInto);
	if (!target) throw mergedMeanwhile();
	if (target.mergedInto !== null)
		throw unmergeTargetFirst(target.id, target.mergedInto);
	return { source, target };
}

/** The ticket was separated and merged into another one while this waited for its lock. */
const mergedMeanwhile = () =>
	new AppError(
		"service_unavailable",
		"service_unavailable",
		"Other requests keep merging the ticket. Retry in a second.",
		{ retryAfterSeconds: 1 },
	);

/** Returns the separated ticket as it is then. */
async function unmerge(
	tx: Transaction,
	context: CallContext,
	{ source, target }: Pair,
	now: Date,
): Promise<Conversation> {
	const { workspaceId } = context;
	const [{ rows: merges }, writtenIn] = await tx.batch([
		selectMerges(workspaceId, target.id),
		selectMergedIds(workspaceId, source.id),
	]);
	const undone = merges.find(({ sourceId }) => sourceId === source.id)!;
	if (now.getTime() - Date.parse(undone.mergedAt) > UNMERGE_DAYS * DAY_MS)
		throw mergedTooLongAgo(UNMERGE_DAYS);
	const others = merges.filter((merge) => merge !== undone);
	const { tags, remaining } = separateTags(
		target.tags,
		undone.tags,
		others.map((merge) => merge.tags),
	);
	const separated = separateParticipants(
		target.participants,
		undone.participants,
		others.map((merge) => merge.participants),
	);
	const updatedAt = later(target.updatedAt, now);
	if (tags.length < target.tags.length)
		saveNewTags(tx, workspaceId, target, { ...target, tags, updatedAt });
	const unmergedAt = later(source.updatedAt, now);
	const moves = [
		moveMessagesBack(workspaceId, source.id, target.id, writtenIn.rows),
		countMessages(workspaceId, target.id, updatedAt),
		saveParticipants(workspaceId, target.id, separated.participants),
		saveUnmerged(workspaceId, source.id, unmergedAt),
		closeMerge(workspaceId, source.id, unmergedAt),
		...remaining.map((merge) => saveAddedTags(workspaceId, merge)),
		...separated.remaining.map((merge) =>
			saveAddedParticipants(workspaceId, merge),
		),
	];
	const pair = { source, target };
	const type = "ticket.unmerged";
	const after = await writeMoved(tx, context, type, pair, moves, now);
	return after.source;
}
