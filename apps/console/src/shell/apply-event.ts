import type { Event, Message, Ticket } from "@supportdesk/client";
import { conversationsOf, listsWith } from "../contacts/contact-list.ts";
import { forgetArrival, noteArrival, noteMessage } from "../inbox/arrivals.ts";
import {
	readTicket,
	showDeleted,
	showMessage,
	showTicket,
} from "../inbox/rows.ts";
import { applyToContact } from "./apply-to-contact.ts";
import type { Refresh } from "./refresh.ts";

/** Shows what an event reports, in everything that is on the screen or was. */
export function apply(event: Event, refresh: Refresh): void {
	const [kind] = event.type.split(".");
	switch (kind) {
		case "ticket":
			applyToTicket(event, refresh);
			break;
		case "message":
		case "draft":
			applyToConversation(event, refresh);
			break;
		case "contact":
			applyToContact(event, refresh);
			break;
		default:
			for (const key of KEYS_BY_KIND[kind!] ?? []) refresh([key]);
	}
}

const KEYS_BY_KIND: Readonly<Record<string, readonly string[]>> = {
	article: ["articles", "article"],
	gap: ["gaps"],
	agent: ["agents"],
	group: ["groups"],
	webhook: ["webhooks"],
};

function applyToTicket(event: Event, refresh: Refresh): void {
	const { id } = event.resource;
	const ticket = event.data.object as unknown as Ticket;
	refreshConversation(id, refresh);
	if (event.type === "ticket.deleted") {
		showDeleted(id);
		forgetArrival(id);
		return;
	}
	// Of a ticket whose contact was erased the event has no more than the id.
	if (!ticket.contact) {
		void readTicket(id);
		return;
	}
	showTicket(ticket);
	if (event.type === "ticket.created")
		refresh(conversationsOf(ticket.contact.id).queryKey);
	if (event.type === "ticket.created" || event.type === "ticket.updated")
		noteArrival(ticket, event.type === "ticket.created");
}

function applyToConversation(event: Event, refresh: Refresh): void {
	const { ticket_id, conversation_id } = event.data.object;
	const id = ticket_id ?? conversation_id;
	// An erased contact's message does not name its ticket.
	if (typeof id !== "string") {
		refresh(["conversation"]);
		return;
	}
	if (event.type === "message.created") {
		const message = event.data.object as unknown as Message;
		showMessage(id, message);
		void noteMessage(id, message);
	}
	refreshConversation(id, refresh);
}

function refreshConversation(id: string, refresh: Refresh): void {
	refresh(["conversation", id]);
	refresh(["draft", id]);
	refresh(["history", id]);
	for (const list of listsWith(id)) refresh(list);
}
