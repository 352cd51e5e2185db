import { escapeMarkdown } from "@supportdesk/markdown/escape-markdown.ts";
import { renderMessage } from "@supportdesk/markdown/message.ts";
import { fillPlaceholders, type Macro, type Placeholder } from "./macro.ts";
import { containsHtml, readPlainText } from "./message-body.ts";
import type { Agent, Ticket, TicketPatch } from "./ticket.ts";

/**
 * What a macro changes of a ticket.
 *
 * @param tags of the ticket and the macro together
 * @param assignee of the macro's changes; undefined where they name none
 */
export function patchOf(
	{ changes }: Macro,
	ticket: Ticket,
	tags: readonly string[],
	assignee: Agent | undefined,
): TicketPatch {
	const { status, priority, assignee_id } = changes;
	return {
		status,
		priority,
		tags: tags.length > ticket.tags.length ? tags : undefined,
		assignee: assignee_id === null ? null : assignee,
	};
}

/**
 * The macro's text for a ticket. Its values are shown to the letter: in HTML they are escaped, into plain text they bring
 * no HTML, and where the text is in Markdown, or they would make it so, their marks are escaped.
 *
 * @param ticket after the macro's changes
 */
export function textFor(body: string, ticket: Ticket, agent: Agent): string {
	const values = valuesOf(ticket, agent);
	const filled = (inContext: (value: string) => string) =>
		fillPlaceholders(body, (name) => inContext(values[name]));
	if (containsHtml(body)) return filled(escaped);
	const plain = readPlainText(filled((value) => value));
	return renderMessage(plain) === undefined
		? plain
		: readPlainText(filled((value) => escapeMarkdown(readPlainText(value))));
}

function valuesOf(ticket: Ticket, agent: Agent): Record<Placeholder, string> {
	return {
		"contact.name": ticket.contact.name,
		"contact.email": ticket.contact.email,
		"ticket.id": ticket.id,
		"ticket.subject": ticket.subject,
		"ticket.status": ticket.status,
		"ticket.priority": ticket.priority,
		"ticket.external_id": ticket.externalId ?? "",
		"assignee.name": ticket.assignee?.name ?? "",
		"group.name": ticket.group?.name ?? "",
		"agent.name": agent.name,
		"agent.email": agent.email,
	};
}

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

const escaped = (value: string) =>
	value.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
