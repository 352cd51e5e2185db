import type {
	ListTicketsRequest,
	TicketFilter,
	UpdateTicketRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { intent } from "../openapi/intents.ts";
import { z } from "../openapi/zod.ts";
import {
	customAttributes,
	externalId,
	idOf,
	tag,
	text,
	textOrNull,
} from "./fields.ts";
import { participants } from "./participants.ts";
import {
	assignee,
	contact,
	cursor,
	limit,
	moment,
	oneOfOrAll,
	sort,
	trueOrFalse,
} from "./query-fields.ts";
import { CHANNELS, PRIORITIES } from "./resources.ts";

// Tickets and conversations are two representations of one resource: they share filters and changes.

/** Those that an agent can tell. */
const SENTIMENTS = ["frustrated", "neutral", "positive"] as const;
const SUBJECT_CHARACTERS_MAX = 255;
const BODY_CHARACTERS_MAX = 100_000;

export const subject = text({ max: SUBJECT_CHARACTERS_MAX });

/** The body of a message; a ticket's body is its first message. */
export const messageBody = text({
	max: BODY_CHARACTERS_MAX,
	multiline: true,
}).openapi({ description: "Plain text or HTML." });

/** Keeps an agent from answering what is not the last word any more. */
export const ifLastMessageId = idOf("msg").optional().openapi({
	description:
		"The latest message that you have read, notes among them. If the conversation has a newer one, nothing is sent: the error is `newer_message`, with `newer_message_id`.",
});

const QUERY_CHARACTERS_MAX = 200;
const NEWEST_FIRST = "created_at:desc";
const RELEVANCE = "relevance:desc";

export const searchQuery = text({
	max: QUERY_CHARACTERS_MAX,
	joined: true,
}).openapi({
	description:
		'Words of the subject, the messages, the contact and the tags, in any language. All must be there; `"several words"` one behind the other; `-word` must not.',
	example: 'refund "credit card" -invoice',
});

/** The filters of both lists. */
export const ticketFilter = {
	status: oneOfOrAll(["open", "pending", "resolved", "archived"]),
	priority: z.enum(PRIORITIES).optional(),
	assignee: assignee.optional(),
	group: idOf("grp").optional(),
	channel: z.enum(CHANNELS).optional(),
	tag: tag.optional(),
	contact: contact.optional(),
	mailbox: idOf("mbx").optional().openapi({
		description: "Only tickets whose first mail came to this mailbox.",
	}),
	ai_intent: intent.optional(),
	created_after: moment("after").optional(),
	created_before: moment("before").optional(),
	updated_after: moment("after", "updated").optional(),
	updated_before: moment("before", "updated").optional(),
	waiting: trueOrFalse.optional().openapi({
		description:
			"`true`: only tickets whose customer waits for an answer; `false`: only the others.",
	}),
	external_id: externalId.optional(),
	merged_into: idOf("tkt").optional().openapi({
		description:
			"Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed.",
	}),
	q: searchQuery.optional(),
};

const SORTS = ["created_at", "updated_at", "resolved_at", "priority"];

export const ticketPage = {
	sort: sort(SORTS, NEWEST_FIRST),
	limit,
	cursor,
};

/** Of a search. */
export const rankedPage = {
	...ticketPage,
	sort: sort(SORTS, NEWEST_FIRST, [RELEVANCE]).openapi({
		description:
			"By relevance, the newest 100 tickets that match are sorted; older ones follow, newest first.",
	}),
};

const ticketQuery = z.object({ ...ticketFilter, ...ticketPage });

const filterFields = z.object(ticketFilter);

export function toListRequest(
	query: z.output<typeof ticketQuery>,
	view: View,
): ListTicketsRequest {
	const { limit, cursor, sort, ...filter } = query;
	return {
		view,
		page: { limit, cursor: cursor ?? "", sort },
		filter: toFilter(filter),
	};
}

export function toFilter(
	filter: Partial<z.output<typeof filterFields>>,
): TicketFilter {
	const { status, priority, assignee, group, channel, tag, contact } = filter;
	const { mailbox, waiting, q } = filter;
	return {
		status,
		priority,
		assignee,
		group,
		channel,
		tag,
		contact,
		mailbox,
		aiIntent: filter.ai_intent,
		createdAfter: filter.created_after,
		createdBefore: filter.created_before,
		updatedAfter: filter.updated_after,
		updatedBefore: filter.updated_before,
		waiting,
		externalId: filter.external_id,
		mergedInto: filter.merged_into,
		q,
	};
}

/** The body of PATCH on a ticket and on a conversation. */
export const ticketChanges = z
	.strictObject({
		status: z.enum(["open", "pending", "resolved"]).optional(),
		priority: z.enum(PRIORITIES).optional(),
		assignee_id: textOrNull(
			idOf("usr"),
			"An agent who is not deactivated. Null unassigns.",
		),
		group_id: textOrNull(
			idOf("grp"),
			"A group that is not deactivated. Null removes the group.",
		),
		subject: subject.optional(),
		custom_attributes: customAttributes.optional().openapi({
			description: "Merged with the existing attributes; null removes a key.",
		}),
		external_id: textOrNull(externalId, "Null removes it."),
		participants: participants.optional(),
		signals: z
			.strictObject({
				intent: intent.optional(),
				sentiment: z.enum(SENTIMENTS).optional(),
			})
			.optional()
			.openapi({
				description:
					"Corrects what `ai` says of the ticket. A corrected intent has the confidence 100; the workspace's model learns from corrections. The urgency is corrected by the priority.",
			}),
	})
	.openapi("TicketChanges");

export function toUpdateRequest(
	id: string,
	changes: z.output<typeof ticketChanges>,
	view: View,
): UpdateTicketRequest {
	const { status, priority, subject, custom_attributes } = changes;
	return {
		id,
		view,
		status,
		priority,
		subject,
		assigneeId: emptyForNull(changes.assignee_id),
		groupId: emptyForNull(changes.group_id),
		participantsJson:
			changes.participants && JSON.stringify(changes.participants),
		customAttributesJson:
			custom_attributes && JSON.stringify(custom_attributes),
		externalId: emptyForNull(changes.external_id),
		aiIntent: changes.signals?.intent,
		aiSentiment: changes.signals?.sentiment,
	};
}

/** Proto fields have no null, so null becomes an empty string. */
export function emptyForNull(
	id: string | null | undefined,
): string | undefined {
	return id === null ? "" : id;
}
