import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { z } from "../openapi/zod.ts";
import { endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf, optionalText } from "./fields.ts";
import {
	Approval,
	Conversation,
	ConversationWithMessages,
	Draft,
	syncedListOf,
} from "./resources.ts";
import {
	ifLastMessageId,
	messageBody,
	ticketChanges,
	ticketFilter,
	ticketPage,
	toListRequest,
	toUpdateRequest,
} from "./ticket-requests.ts";
import { ticketId } from "./tickets.ts";

const conversationId = ticketId; // a conversation is a ticket, also in not-found errors

export const listConversations = endpoint({
	method: "get",
	path: "/v1/conversations",
	scope: "tickets:read",
	ids: {},
	query: z.strictObject({ ...ticketFilter, ...ticketPage }),
	call: ({ tickets }, { query }, context) =>
		tickets.listTickets(toListRequest(query, View.VIEW_CONVERSATION), context),
	documentation: {
		operationId: "listConversations",
		tag: "Conversations",
		summary: "List conversations",
		description: "Newest first unless sorted otherwise. All filters must hold.",
		response: syncedListOf(Conversation, "ConversationList"),
		errors: ["invalid_cursor", "invalid_sort", "missing_parameter"],
		responseExample: examples.list(examples.conversation),
	},
});

export const getConversation = endpoint({
	method: "get",
	path: "/v1/conversations/:id",
	scope: "tickets:read",
	ids: { id: conversationId },
	call: ({ tickets }, { params }, context) =>
		tickets.getTicket(
			{ id: params.id!, view: View.VIEW_CONVERSATION },
			context,
		),
	documentation: {
		operationId: "getConversation",
		tag: "Conversations",
		summary: "Retrieve a conversation",
		response: ConversationWithMessages,
		responseExample: {
			...examples.conversation,
			messages: [examples.message],
		},
	},
});

export const updateConversation = endpoint({
	method: "patch",
	path: "/v1/conversations/:id",
	scope: "tickets:write",
	ids: { id: conversationId },
	body: ticketChanges,
	bodyOptional: true,
	call: ({ tickets }, { params, body }, context) =>
		tickets.updateTicket(
			toUpdateRequest(params.id!, body, View.VIEW_CONVERSATION),
			context,
		),
	documentation: {
		operationId: "updateConversation",
		tag: "Conversations",
		summary: "Update a conversation",
		description: "The same as updating the ticket; returns the conversation.",
		response: Conversation,
		errors: [
			"undefined_attribute_key",
			"invalid_attribute_value",
			"assignee_not_found",
			"group_not_found",
			"external_id_exists",
			"ticket_merged",
		],
		requestExample: { status: "resolved" },
		responseExample: { ...examples.conversation, status: "resolved" },
	},
});

export const getDraft = endpoint({
	method: "get",
	path: "/v1/conversations/:id/ai-draft",
	scope: "tickets:read",
	ids: { id: conversationId },
	call: ({ tickets }, { params }, context) =>
		tickets.getDraft({ ticketId: params.id! }, context),
	documentation: {
		operationId: "getDraft",
		tag: "Conversations",
		summary: "Get the current AI draft",
		description:
			"The newest draft, also when it was approved or retracted: `status` and `stale` say so.",
		response: Draft,
		errors: ["draft_not_found"],
		responseExample: examples.draft,
	},
});

export const approveDraft = endpoint({
	method: "post",
	path: "/v1/conversations/:id/ai-draft/approve",
	scope: "tickets:write",
	ids: { id: conversationId },
	body: z
		.strictObject({
			draft_id: idOf("drf").optional(),
			body: messageBody.optional().openapi({
				description:
					"What is sent in place of the draft's own words. It is recorded: drafts learn from it.",
			}),
			if_last_message_id: ifLastMessageId,
		})
		.openapi("ApproveDraft"),
	bodyOptional: true,
	idempotent: true,
	call: ({ tickets }, { params, body, idempotency }, context) =>
		tickets.approveDraft(
			{
				ticketId: params.id!,
				draftId: body.draft_id,
				body: body.body,
				ifLastMessageId: body.if_last_message_id,
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "approveDraft",
		tag: "Conversations",
		summary: "Approve and send the AI draft",
		description:
			"Sends exactly the draft that a GET returns, or the `body` of the request in its place. Pass its `draft_id` to approve only the draft that you read. A draft is retracted when an agent replies or the ticket is resolved: the error is `draft_stale`, and of a concurrent reply and approval the one that is stored first counts. A draft that quotes an article which has changed since, or is not published any more, is not sent either: the error is `draft_stale`, and a new draft is generated if the published articles still have an answer. A reopened ticket gets a new draft if the customer still waits for an answer.",
		response: Approval,
		errors: [
			"draft_not_found",
			"draft_stale",
			"draft_already_approved",
			"newer_message",
			"author_not_found",
			"ticket_merged",
		],
		requestExample: { draft_id: examples.draft.id },
		responseExample: {
			draft: { ...examples.draft, status: "approved" },
			message: examples.reply,
		},
	},
});

const REASON_CHARACTERS_MAX = 1_000;

export const discardDraft = endpoint({
	method: "post",
	path: "/v1/conversations/:id/ai-draft/discard",
	scope: "tickets:write",
	ids: { id: conversationId },
	body: z
		.strictObject({
			reason: optionalText({ max: REASON_CHARACTERS_MAX, joined: true }),
		})
		.openapi("DiscardDraft"),
	bodyOptional: true,
	idempotent: true,
	call: ({ tickets }, { params, body, idempotency }, context) =>
		tickets.discardDraft(
			{ ticketId: params.id!, reason: body.reason, idempotency },
			context,
		),
	documentation: {
		operationId: "discardDraft",
		tag: "Conversations",
		summary: "Discard the AI draft",
		description:
			"Retracts the draft, and records that it was not wanted, and why: drafts learn from it.",
		response: Draft,
		errors: [
			"draft_not_found",
			"draft_stale",
			"draft_already_approved",
			"ticket_merged",
		],
		requestExample: { reason: "Names the wrong country." },
		responseExample: { ...examples.draft, status: "superseded", stale: true },
	},
});
