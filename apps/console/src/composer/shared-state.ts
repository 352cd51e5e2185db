export interface SharedState<T> {
	get(): T;
	set(next: T): void;
	/** Returns what ends it. */
	subscribe(listener: () => void): () => void;
	isUsed(): boolean;
}

/**
 * What a conversation's composer holds, for as long as anything listens to it: a message may be on its way when its
 * conversation is left, and still be when it is opened again.
 *
 * @param onUnused called when nothing listens any more
 */
export function createSharedState<T>(
	initial: T,
	onUnused: () => void,
): SharedState<T> {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => state,
		set(next) {
			state = next;
			for (const listener of listeners) listener();
		},
		subscribe(listener) {
			// Of a listener's own, so that the same function counts each time.
			const own = () => listener();
			listeners.add(own);
			return () => {
				if (listeners.delete(own) && listeners.size === 0) onUnused();
			};
		},
		isUsed: () => listeners.size > 0,
	};
}

/** One for each agent and conversation. */
export function createRegistry<T extends { isUsed(): boolean }>(
	create: (agentId: string, conversationId: string, forget: () => void) => T,
) {
	const all = new Map<string, T>();
	const keyOf = (...ids: readonly [string, string]) => ids.join("/");
	return {
		/** Undefined where nothing listens to one. */
		find: (agentId: string, conversationId: string): T | undefined =>
			all.get(keyOf(agentId, conversationId)),
		of(agentId: string, conversationId: string): T {
			const key = keyOf(agentId, conversationId);
			const known = all.get(key);
			if (known) return known;
			const made = create(agentId, conversationId, () => {
				if (!made.isUsed() && all.get(key) === made) all.delete(key);
			});
			all.set(key, made);
			return made;
		},
	};
}
