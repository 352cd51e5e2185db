import { useSyncExternalStore } from "react";
import { typedStores } from "./typed-store.ts";

/** What is typed in a conversation, and what changes it. */
export function useTyped(agentId: string, conversationId: string) {
	const store = typedStores.of(agentId, conversationId);
	return { ...useSyncExternalStore(store.subscribe, store.get), store };
}
