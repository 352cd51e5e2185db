import type { Ticket } from "@supportdesk/client";
import { useSyncExternalStore } from "react";
import { isListed } from "./rows.ts";
import { isInList, type ListQuery } from "./views.ts";

// Tickets that would be new in a list. They are shown when the agent says so: a line that pushes the others down under
// the pointer would be clicked by mistake.

interface Arrival {
	readonly ticket: Ticket;
	readonly isNew: boolean;
}

const waiting = new Map<string, Arrival>();
const listeners = new Set<() => void>();
let version = 0;

const NOTED_MAX = 1_000;

export function noteArrival(ticket: Ticket, isNew: boolean): void {
	const known = waiting.get(ticket.id);
	waiting.set(ticket.id, { ticket, isNew: isNew || (known?.isNew ?? false) });
	if (waiting.size > NOTED_MAX) waiting.delete(waiting.keys().next().value!);
	changed();
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
