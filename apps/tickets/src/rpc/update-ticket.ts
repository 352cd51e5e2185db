import {
	type UpdateTicketRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import {
	type AttributeDefinition,
	mergeAttributes,
} from "../domain/attributes.ts";
import { ticketNotFound } from "../domain/errors.ts";
import { pickAssignee, pickGroup } from "../domain/references.ts";
import {
	applyPatch,
	awaitsReply,
	type Conversation,
	type Priority,
	type Ticket,
	type TicketPatch,
	type TicketStatus,
} from "../domain/ticket.ts";
import { draftWithdrawn } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { draftAgainJob } from "../queue.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import { findCurrentDraft, supersedeDraft } from "../store/drafts.ts";
import { saveUrgencyLabel } from "../store/labels.ts";
import { type Referenced, selectReferences } from "../store/references.ts";
import { saveTicket, selectTicketForUpdate } from "../store/tickets.ts";
import { conversationJson, ticketJson } from "./ticket-json.ts";

export function updateTicket({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const operation = operationOf(
			context,
			`tickets.update:${request.id}`,
			undefined,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[
				selectTicketForUpdate(workspaceId, request.id),
				selectReferences(workspaceId, {
					assigneeId: request.assigneeId || undefined,
					groupId: request.groupId || undefined,
				}),
				...(request.customAttributesJson === undefined
					? []
					: [selectAttributeDefinitions(workspaceId)]),
			],
			async (
				tx,
				[
					{
						rows: [current],
					},
					references,
					defined,
				],
			) => {
				if (!current) throw ticketNotFound();
				const patch = patchFromProto(
					request,
					current,
					references.rows[0]!,
					defined?.rows[0]?.definitions ?? [],
				);
				const next = applyPatch(current, patch, now);
				if (current.resolvedAt !== next.resolvedAt)
					await replaceDraft(tx, context, current, next, now);
				if (next !== current) save(tx, context, current, next, patch, now);
				const render =
					request.view === View.VIEW_CONVERSATION
						? conversationJson
						: ticketJson;
				return { status: 200, body: render(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}

function patchFromProto(
	request: UpdateTicketRequest,
	current: Ticket,
	found: Referenced,
	definitions: readonly AttributeDefinition[],
): TicketPatch {
	const { assigneeId, groupId, customAttributesJson } = request;
	const [assignee, group, attributes] = validateAll(
		() => pickAssignee(assigneeId, found.assignee),
		() => pickGroup(groupId, found.group),
		() =>
			customAttributesJson === undefined
				? undefined
				: mergeAttributes(
						definitions,
						current.customAttributesJson,
						customAttributesJson,
					),
	);
	return {
		subject: request.subject,
		status: request.status as TicketStatus | undefined,
		priority: request.priority as Priority | undefined,
		assignee: assigneeId === "" ? null : assignee,
		group: groupId === "" ? null : group,
		customAttributesJson: attributes,
	};
}

/**
 * Retracts the draft of a ticket that was resolved, or was by a process that did not retract drafts. A ticket that was
 * reopened gets another one if the customer still waits for an answer.
 */
async function replaceDraft(
	tx: Transaction,
	context: CallContext,
	before: Conversation,
	after: Conversation,
	now: Date,
): Promise<void> {
	const { workspaceId } = context;
	const { id } = after;
	if (before.readyDraftId !== null) {
		const current = await findCurrentDraft(tx, workspaceId, id);
		const events = draftWithdrawn(context, after, current, now);
		writeEvents(tx, workspaceId, events);
	}
	tx.defer(supersedeDraft(workspaceId, id, now));
	if (awaitsReply(after)) tx.defer(draftAgainJob(workspaceId, id));
}

function save(
	tx: Transaction,
	context: CallContext,
	before: Ticket,
	ticket: Ticket,
	patch: TicketPatch,
	now: Date,
): void {
	const { workspaceId } = context;
	tx.defer(saveTicket(workspaceId, ticket));
	const events = ticketChanged(context, "ticket.updated", before, ticket, now);
	writeEvents(tx, workspaceId, events);
	// An agent who sets the priority says how urgent such a ticket is: an example to learn from.
	if (patch.priority) {
		tx.defer(
			saveUrgencyLabel(
				workspaceId,
				ticket.id,
				patch.priority,
				ticket.updatedAt,
			),
		);
	}
}
