import type { ApiKey } from "./api-key.ts";

// A revoked key must be refused within five seconds even when its notification is lost.
const KNOWN_FOR_MS = 5_000;
// A key that was just made must work soon, though somebody asked for it before.
const UNKNOWN_FOR_MS = 2_000;
const ENTRIES_MAX = 50_000; // some 20 MB; past it the oldest are forgotten

interface Entry {
	readonly key: ApiKey | undefined;
	goodUntilMs: number;
}

export interface KeyRing {
	/** The key with this hash; undefined when there is none. Rejects like the look-up. */
	find(keyHash: string): Promise<ApiKey | undefined>;
	/** Whether the last look-up of this hash found a key, however long ago. */
	hasSeen(keyHash: string): boolean;
	/** The next `find` looks this hash up again. */
	forget(keyHash: string): void;
	forgetAll(): void;
}

/**
 * Remembers keys for a short while. Requests with the same key that come while it is looked up share one look-up.
 *
 * @param now milliseconds; the clock is the caller's.
 */
export function createKeyRing(
	lookUp: (keyHash: string) => Promise<ApiKey | undefined>,
	now: () => number,
): KeyRing {
	const entries = new Map<string, Entry>();
	const pending = new Map<string, Promise<ApiKey | undefined>>();

	async function fetch(keyHash: string): Promise<ApiKey | undefined> {
		// Counted from before the look-up: what it finds may be as old as that.
		const askedMs = now();
		const looking = lookUp(keyHash);
		pending.set(keyHash, looking);
		try {
			const key = await looking;
			// A key forgotten meanwhile was changed after it was read.
			if (pending.get(keyHash) === looking) {
				const goodUntilMs = askedMs + (key ? KNOWN_FOR_MS : UNKNOWN_FOR_MS);
				entries.delete(keyHash);
				entries.set(keyHash, { key, goodUntilMs });
				dropOldest(entries);
			}
			return key;
		} finally {
			if (pending.get(keyHash) === looking) pending.delete(keyHash);
		}
	}
	return {
		async find(keyHash) {
			const entry = entries.get(keyHash);
			if (entry && now() < entry.goodUntilMs) return entry.key;
			return pending.get(keyHash) ?? fetch(keyHash);
		},
		hasSeen: (keyHash) => entries.get(keyHash)?.key !== undefined,
		forget(keyHash) {
			outdate(entries.get(keyHash));
			pending.delete(keyHash);
		},
		forgetAll() {
			for (const entry of entries.values()) outdate(entry);
			pending.clear();
		},
	};
}

/** Its key is not used again, but that there was one stays known. */
function outdate(entry: Entry | undefined): void {
	if (entry) entry.goodUntilMs = Number.NEGATIVE_INFINITY;
}

function dropOldest(entries: Map<string, Entry>): void {
	if (entries.size <= ENTRIES_MAX) return;
	const [oldest] = entries.keys();
	if (oldest !== undefined) entries.delete(oldest);
}
