import type { Conversation, Ticket } from "../domain/ticket.ts";

// JSON is written once, here, and passes through the gateway as it is. What PostgreSQL holds as JSON already, and ids
// and times, which need no escaping, are pasted in.

/** The API's Ticket object. */
export function ticketJson(ticket: Ticket): string {
	return `{${ticketFields(ticket)},"ai":{${aiFields(ticket)}},${timeFields(ticket)}}`;
}

/** The API's Conversation object: the ticket and what is known of its messages. */
export function conversationJson(
	ticket: Conversation,
	messagesJson?: string,
): string {
	const draftId = ticket.readyDraftId ? `"${ticket.readyDraftId}"` : "null";
	const messages =
		messagesJson === undefined ? "" : `,"messages":${messagesJson}`;
	return `{${ticketFields(ticket)},"ai":{${aiFields(ticket)},"draft_id":${draftId},"suggested_articles":${ticket.suggestedArticlesJson}},${timeFields(ticket)},"message_count":${ticket.messageCount},"last_message_at":"${ticket.lastMessageAt}","waiting_since":${timeOrNull(ticket.waitingSince)}${messages}}`;
}

function ticketFields({
	id,
	subject,
	status,
	priority,
	channel,
	contact,
	assignee,
	group,
	tags,
}: Ticket): string {
	const text = JSON.stringify;
	const contactJson = `{"id":"${contact.id}","name":${text(contact.name)},"email":${text(contact.email)},"avatar_url":${text(contact.avatarUrl)}}`;
	const assigneeJson = assignee
		? `{"id":"${assignee.id}","name":${text(assignee.name)},"email":${text(assignee.email)}}`
		: "null";
	const groupJson = group
		? `{"id":"${group.id}","name":${text(group.name)}}`
		: "null";
	const tagsJson = tags.length === 0 ? "[]" : text(tags);
	return `"id":"${id}","subject":${text(subject)},"status":"${status}","priority":"${priority}","channel":"${channel}","contact":${contactJson},"assignee":${assigneeJson},"group":${groupJson},"tags":${tagsJson}`;
}

function aiFields({ signals, readyDraftId }: Ticket): string {
	return `"intent":${JSON.stringify(signals.intent)},"urgency":"${signals.urgency}","sentiment":"${signals.sentiment}","confidence":${signals.confidence},"draft_ready":${readyDraftId !== null}`;
}

function timeFields(ticket: Ticket): string {
	return `"created_at":"${ticket.createdAt}","updated_at":"${ticket.updatedAt}","resolved_at":${timeOrNull(ticket.resolvedAt)},"custom_attributes":${ticket.customAttributesJson}`;
}

function timeOrNull(time: string | null): string {
	return time === null ? "null" : `"${time}"`;
}
