import type { PresenceChange } from "@supportdesk/client";
import { useSyncExternalStore } from "react";

export type Present = Omit<PresenceChange, "conversation_id">;

const NONE: readonly Present[] = [];

let present: ReadonlyMap<string, readonly Present[]> = new Map();
const listeners = new Set<() => void>();
const leavings = new Set<(conversationId: string, agentId: string) => void>();

/** Takes in what the event stream reports. */
export function applyPresence(change: PresenceChange): void {
	const { conversation_id: id, agent_id, state } = change;
	const others = (present.get(id) ?? NONE).filter(
		(each) => each.agent_id !== agent_id,
	);
	const all = state === "left" ? others : [...others, { agent_id, state }];
	const next = new Map(present);
	if (all.length > 0) next.set(id, all);
	else next.delete(id);
	replace(next);
	if (state === "left") for (const onLeft of leavings) onLeft(id, agent_id);
}

/** A stream that broke has missed who left. */
export function forgetPresence(): void {
	replace(new Map());
}

/** Calls back when an agent has left a conversation, perhaps on another page of the same browser. */
export function onLeave(
	onLeft: (conversationId: string, agentId: string) => void,
): () => void {
	leavings.add(onLeft);
	return () => leavings.delete(onLeft);
}

/** The agents in a conversation, without the one at this screen. */
export function usePresent(
	conversationId: string,
	ownId: string,
): readonly Present[] {
	const all = useSyncExternalStore(
		subscribe,
		() => present.get(conversationId) ?? NONE,
	);
	return all.some(({ agent_id }) => agent_id === ownId)
		? all.filter(({ agent_id }) => agent_id !== ownId)
		: all;
}

function replace(next: typeof present): void {
	present = next;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
