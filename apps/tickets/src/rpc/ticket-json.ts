import type {
	Agent,
	Contact,
	Conversation,
	Group,
	Ticket,
} from "../domain/ticket.ts";

// JSON is written once, here, and passes through the gateway as it is. What PostgreSQL holds as JSON already, and ids
// and times, which need no escaping, are pasted in.

/** A ticket but for the people whom its ids stand for. */
export type OwnFields = Omit<Ticket, "contact" | "assignee" | "group">;

/** The API's Ticket object. */
export function ticketJson(ticket: Ticket): string {
	const [head, tail] = ticketPieces(ticket);
	return `${head}${peopleJson(ticket)}${tail}`;
}

/** What stands in the Ticket object before and behind its contact, assignee and group. */
export function ticketPieces(ticket: OwnFields): [head: string, tail: string] {
	return [
		`{${firstFields(ticket)},"contact":`,
		`,${tagField(ticket)},"ai":{${aiFields(ticket)}},${timeFields(ticket)}}`,
	];
}

/** The API's Conversation object: the ticket and what is known of its messages. */
export function conversationJson(
	ticket: Conversation,
	messagesJson?: string,
): string {
	const draftId = ticket.readyDraftId ? `"${ticket.readyDraftId}"` : "null";
	const messages =
		messagesJson === undefined ? "" : `,"messages":${messagesJson}`;
	return `{${firstFields(ticket)},"contact":${peopleJson(ticket)},${tagField(ticket)},"ai":{${aiFields(ticket)},"draft_id":${draftId},"suggested_articles":${ticket.suggestedArticlesJson}},${timeFields(ticket)},"message_count":${ticket.messageCount},"last_message_at":"${ticket.lastMessageAt}","waiting_since":${timeOrNull(ticket.waitingSince)}${messages}}`;
}

function firstFields(ticket: OwnFields): string {
	const { id, subject, status, priority, channel } = ticket;
	return `"id":"${id}","subject":${JSON.stringify(subject)},"status":"${status}","priority":"${priority}","channel":"${channel}"`;
}

/** The contact, and behind it the assignee and the group; a new ticket's come from PostgreSQL in the same form. */
function peopleJson({
	contact,
	assignee,
	group,
}: {
	readonly contact: Contact;
	readonly assignee: Agent | null;
	readonly group: Group | null;
}): string {
	const text = JSON.stringify;
	const contactJson = `{"id":"${contact.id}","name":${text(contact.name)},"email":${text(contact.email)},"avatar_url":${text(contact.avatarUrl)}}`;
	const assigneeJson = assignee
		? `{"id":"${assignee.id}","name":${text(assignee.name)},"email":${text(assignee.email)}}`
		: "null";
	const groupJson = group
		? `{"id":"${group.id}","name":${text(group.name)}}`
		: "null";
	return `${contactJson},"assignee":${assigneeJson},"group":${groupJson}`;
}

function tagField({ tags }: OwnFields): string {
	return `"tags":${tags.length === 0 ? "[]" : JSON.stringify(tags)}`;
}

function aiFields({ signals, readyDraftId }: OwnFields): string {
	return `"intent":${JSON.stringify(signals.intent)},"urgency":"${signals.urgency}","sentiment":"${signals.sentiment}","confidence":${signals.confidence},"draft_ready":${readyDraftId !== null}`;
}

function timeFields(ticket: OwnFields): string {
	return `"created_at":"${ticket.createdAt}","updated_at":"${ticket.updatedAt}","resolved_at":${timeOrNull(ticket.resolvedAt)},"custom_attributes":${ticket.customAttributesJson}${externalField(ticket)}${mergedField(ticket)}${participantsField(ticket)}`;
}

/** Only tickets that have one show the field: the others are exactly what they were before there were any. */
function externalField({ externalId }: OwnFields): string {
	return externalId === null
		? ""
		: `,"external_id":${JSON.stringify(externalId)}`;
}

/** Only merged tickets show it. */
function mergedField({ mergedInto }: OwnFields): string {
	return mergedInto === null ? "" : `,"merged_into":"${mergedInto}"`;
}

/** Only tickets that have some show the field. */
function participantsField({ participants }: OwnFields): string {
	if (participants.length === 0) return "";
	const shown = participants.map(({ email, name }) => ({ email, name }));
	return `,"participants":${JSON.stringify(shown)}`;
}

function timeOrNull(time: string | null): string {
	return time === null ? "null" : `"${time}"`;
}
