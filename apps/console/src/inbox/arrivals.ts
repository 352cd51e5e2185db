import type { Conversation, Message, Ticket } from "@supportdesk/client";
import { useSyncExternalStore } from "react";
import { isListed, isMissedWhereWaiting, readTicket } from "./rows.ts";
import { isInList, type ListQuery } from "./views.ts";

// Tickets that would be new in a list. They are shown when the agent says so: a line that pushes the others down under
// the pointer would be clicked by mistake.

interface Arrival {
	/** Events of tickets do not say whether the customer waits; those of messages do. */
	readonly ticket: Ticket & Partial<Pick<Conversation, "waiting_since">>;
	readonly isNew: boolean;
}

const waiting = new Map<string, Arrival>();
const listeners = new Set<() => void>();
let version = 0;

const NOTED_MAX = 1_000;

export function noteArrival(ticket: Arrival["ticket"], isNew: boolean): void {
	const known = waiting.get(ticket.id);
	waiting.set(ticket.id, {
		ticket: { waiting_since: known?.ticket.waiting_since, ...ticket },
		isNew: isNew || (known?.isNew ?? false),
	});
	if (waiting.size > NOTED_MAX) waiting.delete(waiting.keys().next().value!);
	changed();
}

/** A customer who writes waits until an agent answers: a list of those who wait gets the ticket, or gets it back. */
export async function noteMessage(
	ticketId: string,
	{ type, created_at }: Pick<Message, "type" | "created_at">,
): Promise<void> {
	if (type === "note") return;
	const known = waiting.get(ticketId);
	const waiting_since = type === "inbound" ? created_at : null;
	if (known) noteArrival({ ...known.ticket, waiting_since }, known.isNew);
	const isShown = type === "outbound" || !isMissedWhereWaiting(ticketId);
	if (isShown || known?.isNew) return;
	const ticket = await readTicket(ticketId);
	if (ticket) noteArrival({ ...ticket, waiting_since }, false);
}

/** It has been deleted since. */
export function forgetArrival(id: string): void {
	if (waiting.delete(id)) changed();
}

/** The list has been read again. */
export function forgetArrivals(): void {
	if (waiting.size === 0) return;
	waiting.clear();
	changed();
}

function changed() {
	version++;
	for (const listener of listeners) listener();
}

/** How many tickets have come that the list does not show. */
export function useArrivals(query: ListQuery): number {
	useSyncExternalStore(subscribe, () => version);
	let count = 0;
	for (const [id, { ticket, isNew }] of waiting)
		if ((isInList(query, ticket) ?? isNew) && !isListed(query, id)) count++;
	return count;
}

function subscribe(listener: () => void) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
