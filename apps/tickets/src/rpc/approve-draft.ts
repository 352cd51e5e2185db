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
} from "../domain/errors.ts";
import { requireWritable } from "../domain/merge.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import { type MessageBody, readMessageBody } from "../domain/message-body.ts";
import { type Agent, afterReply, type Conversation } from "../domain/ticket.ts";
import type { WorkspaceSettings } from "../domain/workspace-settings.ts";
import {
	findOutdated,
	readShownArticles,
	retractOutdated,
} from "../drafts/retract-outdated.ts";
import { draftApproved } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { saveFeedback } from "../store/draft-feedback.ts";
import {
	approveDraft as approveDraftRow,
	type CurrentDraft,
	findCurrentDraft,
} from "../store/drafts.ts";
import { selectLastMessageId } from "../store/messages.ts";
import { selectReferences } from "../store/references.ts";
import { savePending, selectTicketForUpdate } from "../store/tickets.ts";
import { selectSettings } from "../store/workspace-settings.ts";
import { checkLastMessage } from "./create-message.ts";
import { draftJson } from "./draft-json.ts";
import { messageJson, messagePieces } from "./message-json.ts";
import { writeMessageIn } from "./write-message.ts";

type ApproveDeps = Pick<
	Deps,
	"db" | "clock" | "log" | "knowledge" | "readBody" | "metrics"
>;

const SOURCES_WAIT_MS = 1_000;

/**
 * Sends the draft that is shown as this begins, if what it quotes still stands at this moment. While the knowledge
 * service cannot say, what was heard of its articles so far counts.
 */
export function approveDraft(deps: ApproveDeps) {
	const { db, clock, log, readBody, metrics } = deps;
	return async (request: ApproveDraftRequest, context: CallContext) => {
		const { workspaceId, requestId } = context;
		const { ticketId } = request;
		const edited =
			request.body === undefined
				? undefined
				: await readBody(request.body, context);
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
				selectLastMessageId(workspaceId, ticketId),
				selectSettings(workspaceId),
			],
			async (
				tx,
				[
					{
						rows: [found],
					},
					references,
					last,
					settings,
				],
			) => {
				const ticket = requireWritable(found);
				const author = references.rows[0]?.assignee;
				if (!author) throw authorNotFound();
				checkLastMessage(request.ifLastMessageId, last.rows[0]);
				const current = await findCurrentDraft(tx, workspaceId, ticketId);
				const approvable = checkApprovable(
					current,
					request.draftId,
					shown.map(({ draftId }) => draftId),
				);
				const sent = edited ?? readMessageBody(approvable.draft.body);
				const isEdited = sent.body !== approvable.draft.body;
				if (isEdited)
					tx.defer(
						saveFeedback(workspaceId, approvable.draft, {
							kind: "edited",
							body: sent.body,
							agentId: author.id,
							createdAt: now.toISOString(),
						}),
					);
				return {
					status: 200,
					body: send(
						tx,
						context,
						{ ticket, settings: settings.rows[0]! },
						approvable,
						sent,
						author,
						now,
					),
					resourceId: isEdited ? "edited" : "unchanged",
				};
			},
		);
		// What became of the draft is remembered with the response, so that a repetition is not counted.
		if (!response.replayed)
			metrics.draft(response.resourceId === "edited" ? "edited" : "sent");
		return { ...stored(response), resourceId: "" };
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
	{
		ticket,
		settings,
	}: {
		readonly ticket: Conversation;
		readonly settings: WorkspaceSettings;
	},
	approvable: CurrentDraft,
	body: MessageBody,
	author: Agent,
	now: Date,
): string {
	const { workspaceId } = context;
	const { draft } = approvable;
	const sentAt = timeAfter(ticket.lastMessageAt, now);
	const message = messageOf(draft, body, author, sentAt);
	const approved: Draft = {
		...draft,
		status: "approved",
		updatedAt: later(draft.updatedAt, now),
	};
	const next = afterReply(ticket, settings, sentAt);
	if (next.status !== ticket.status)
		tx.defer(savePending(workspaceId, ticket.id));
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
