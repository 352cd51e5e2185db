import type { MergeTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { joinTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import {
	mergeTargetMerged,
	noTicketToMergeInto,
	ticketMergedIntoItself,
	tooManyMerged,
} from "../domain/errors.ts";
import {
	MERGED_MAX,
	movedParticipants,
	requireWritable,
} from "../domain/merge.ts";
import type { Conversation } from "../domain/ticket.ts";
import { writeMoved } from "../merges/write-moved.ts";
import {
	countMessages,
	forgetRemovedTags,
	insertMerge,
	moveMessages,
	saveMerged,
	selectMergedIds,
	selectTicketsForUpdate,
} from "../store/ticket-merges.ts";
import { saveParticipants } from "../store/tickets.ts";
import { saveNewTags } from "./change-ticket.ts";
import { ticketJson } from "./ticket-json.ts";

/** Moves the messages and tags of a ticket into another one. Returns that one. */
export function mergeTicket({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: MergeTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id, into, idempotency } = request;
		const now = clock.now();
		const response = await runOperation(
			db,
			operationOf(context, `tickets.merge:${id}`, idempotency, now),
			[
				selectTicketsForUpdate(workspaceId, [id, into]),
				selectMergedIds(workspaceId, id),
				selectMergedIds(workspaceId, into),
			],
			async (tx, [{ rows: tickets }, ofSource, ofTarget]) => {
				const source = requireWritable(tickets.find((each) => each.id === id));
				const target = requireTarget(source, tickets, into);
				if (ofSource.count + ofTarget.count > MERGED_MAX)
					throw tooManyMerged(MERGED_MAX);
				const after = await merge(tx, context, source, target, now);
				return { status: 200, body: ticketJson(after), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** @throws AppError `invalid_merge` */
function requireTarget(
	source: Conversation,
	tickets: readonly Conversation[],
	into: string,
): Conversation {
	const target = tickets.find(({ id }) => id === into);
	if (source.id === into) throw ticketMergedIntoItself();
	if (!target) throw noTicketToMergeInto();
	if (target.mergedInto !== null)
		throw mergeTargetMerged(into, target.mergedInto);
	return target;
}

/** Returns the target as it is then. */
async function merge(
	tx: Transaction,
	context: CallContext,
	source: Conversation,
	target: Conversation,
	now: Date,
): Promise<Conversation> {
	const { workspaceId } = context;
	const mergedAt = later(source.updatedAt, now);
	const updatedAt = later(target.updatedAt, now);
	const tags = joinTags(target.tags, source.tags);
	const added = tags.slice(target.tags.length);
	if (added.length > 0)
		saveNewTags(tx, workspaceId, target, { ...target, tags, updatedAt });
	const addedParticipants = movedParticipants(source, target);
	const after = await writeMoved(
		tx,
		context,
		"ticket.merged",
		{ source, target },
		[
			moveMessages(workspaceId, source.id, target.id),
			countMessages(workspaceId, target.id, updatedAt),
			saveMerged(workspaceId, source.id, target.id, mergedAt),
			saveParticipants(workspaceId, target.id, [
				...target.participants,
				...addedParticipants,
			]),
			forgetRemovedTags(workspaceId, target.id, target.tags),
			insertMerge(workspaceId, {
				sourceId: source.id,
				targetId: target.id,
				tags: source.tags,
				addedTags: added,
				addedParticipants,
				mergedAt,
			}),
		],
		now,
	);
	return after.target;
}
