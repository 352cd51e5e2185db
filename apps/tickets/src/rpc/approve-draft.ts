import type { ApproveDraftRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { later, timeAfter } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { shortened } from "@supportdesk/rpc/shortened.ts";
import type { Deps } from "../deps.ts";
import { type Draft, isStale } from "../domain/draft.ts";
import {
	authorNotFound,
	draftAlreadyApproved,
	draftNotFound,
	draftStale,
	ticketNotFound,
} from "../domain/errors.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import { type MessageBody, readMessageBody } from "../domain/message-body.ts";
import type { Agent, Conversation } from "../domain/ticket.ts";
import {
	findOutdated,
	readShownArticles,
	retractOutdated,
} from "../drafts/retract-outdated.ts";
import { draftApproved } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import {
	approveDraft as approveDraftRow,
	type CurrentDraft,
	findCurrentDraft,
} from "../store/drafts.ts";
import { selectReferences } from "../store/references.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { draftJson } from "./draft-json.ts";
import { messageJson, messagePieces } from "./message-json.ts";
import { writeMessageIn } from "./write-message.ts";

type ApproveDeps = Pick<Deps, "db" | "clock" | "log" | "knowledge">;

const SOURCES_WAIT_MS = 1_000;

/**
 * Sends the draft that is shown as this begins, if what it quotes still stands at this moment. While the knowledge
 * service cannot say, what was heard of its articles so far counts.
 */
export function approveDraft(deps: ApproveDeps) {
	const { db, clock, log } = deps;
	return async (request: ApproveDraftRequest, context: CallContext) => {
		const { workspaceId, requestId } = context;
		const { ticketId } = request;
		const shown = await readShownArticles(deps, context, [ticketId]);
		const outdated = await findOutdated(
			deps,
			shortened(context, SOURCES_WAIT_MS),
			shown,
		).catch((err) => {
			log.warn({ err, requestId }, "sources of the draft not checked");
			return [];
		});
		await retractOutdated(deps, context, outdated);
		const now = clock.now();
		const operation = operationOf(
			context,
			`draft.approve:${ticketId}`,
			request.idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[
				// The lock makes parallel approvals queue up: the first one sends, the others find the draft approved.
				selectTicketForUpdate(workspaceId, ticketId),
				selectReferences(workspaceId, { assigneeId: context.actorId }),
			],
			async (
				tx,
				[
					{
						rows: [ticket],
					},
					references,
				],
			) => {
				if (!ticket) throw ticketNotFound();
				const author = references.rows[0]?.assignee;
				if (!author) throw authorNotFound();
				const current = await findCurrentDraft(tx, workspaceId, ticketId);
				const approvable = checkApprovable(
					current,
					request.draftId,
					shown.map(({ draftId }) => draftId),
				);
				return {
					status: 200,
					body: send(tx, context, ticket, approvable, author, now),
					resourceId: "",
				};
			},
		);
		return stored(response);
	};
}

/**
 * The draft if it may be sent now: it answers what the customer wrote last.
 *
 * @param namedId the one the client has named, if it has
 * @param comparedIds those whose articles were compared; the sources of a newer one were not compared
 */
function checkApprovable(
	current: CurrentDraft | undefined,
	namedId: string | undefined,
	comparedIds: readonly (string | null)[],
): CurrentDraft {
	if (!current) throw draftNotFound();
	const { draft, lastInboundId } = current;
	if (namedId !== undefined && namedId !== draft.id)
		throw draftStale("draft_id");
	if (draft.status === "approved") throw draftAlreadyApproved();
	if (isStale(draft, lastInboundId) || !comparedIds.includes(draft.id))
		throw draftStale();
	return current;
}

/** Sends the draft and stores that it was approved. Returns the response's body. */
function send(
	tx: Transaction,
	context: CallContext,
	ticket: Conversation,
	approvable: CurrentDraft,
	author: Agent,
	now: Date,
): string {
	const { workspaceId } = context;
	const { draft } = approvable;
	const sentAt = timeAfter(ticket.lastMessageAt, now);
	const body = readMessageBody(draft.body);
	const message = messageOf(draft, body, author, sentAt);
	const approved: Draft = {
		...draft,
		status: "approved",
		updatedAt: later(draft.updatedAt, now),
	};
	const next: Conversation = {
		...ticket,
		readyDraftId: null,
		updatedAt: later(ticket.updatedAt, sentAt),
	};
	tx.defer(approveDraftRow(workspaceId, approved, message.id));
	tx.defer(
		writeMessageIn(workspaceId, {
			message,
			raw: body.raw,
			response: messagePieces(message),
			cause: context,
			eventId: newId("evt", now.getTime()),
		}),
	);
	writeEvents(tx, workspaceId, [
		draftApproved(context, ticket, approvable, approved, now),
		...ticketChanged(context, "ticket.updated", ticket, next, now),
	]);
	const draftText = draftJson(approved, approved.inReplyTo);
	return `{"draft":${draftText},"message":${messageJson(message)}}`;
}

function messageOf(
	draft: Draft,
	body: MessageBody,
	author: Agent,
	sentAt: Date,
): Message {
	return {
		id: newId("msg", sentAt.getTime()),
		ticketId: draft.ticketId,
		type: "outbound",
		body: body.body,
		bodyText: body.text,
		bodyFormat: body.format,
		author: { type: "agent", ...author },
		attachments: [],
		aiGenerated: true,
		...initialDelivery("outbound"),
		createdAt: sentAt.toISOString(),
	};
}
