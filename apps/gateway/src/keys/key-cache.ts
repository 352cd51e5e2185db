import type { ApiKey } from "./api-key.ts";

// A revoked key must be refused, and its streams must end, within five seconds even when its notification is lost.
const FOUND_TTL_MS = 4_000;
// A new key must work soon, even if a request presented it before it existed.
const MISSING_TTL_MS = 2_000;
const ENTRIES_MAX = 50_000; // about 20 MB; the oldest entries are evicted

interface Entry {
	readonly key: ApiKey | undefined;
	goodUntilMs: number;
}

export interface KeyCache {
	/** The key with this hash; undefined when there is none. Rejects like the lookup. */
	find(keyHash: string): Promise<ApiKey | undefined>;
	/** Whether the last lookup of this hash found a key, even if the entry has expired. */
	hasSeen(keyHash: string): boolean;
	/** The next `find` looks this hash up again. */
	forget(keyHash: string): void;
	forgetAll(): void;
}

/**
 * Caches keys for a few seconds. Concurrent requests with the same key share one lookup.
 *
 * @param now milliseconds; the clock is the caller's.
 */
export function createKeyCache(
	lookup: (keyHash: string) => Promise<ApiKey | undefined>,
	now: () => number,
): KeyCache {
	const entries = new Map<string, Entry>();
	const pending = new Map<string, Promise<ApiKey | undefined>>();

	async function fetch(keyHash: string): Promise<ApiKey | undefined> {
		// Measured from the start of the lookup, because its result may be that old.
		const startedMs = now();
		const inProgress = lookup(keyHash);
		pending.set(keyHash, inProgress);
		try {
			const key = await inProgress;
			// A key that was invalidated during the lookup may have changed after it was read.
			if (pending.get(keyHash) === inProgress) {
				const goodUntilMs = startedMs + (key ? FOUND_TTL_MS : MISSING_TTL_MS);
				entries.delete(keyHash);
				entries.set(keyHash, { key, goodUntilMs });
				dropOldest(entries);
			}
			return key;
		} finally {
			if (pending.get(keyHash) === inProgress) pending.delete(keyHash);
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

/** Expires the entry, but keeps it for `hasSeen`. */
function outdate(entry: Entry | undefined): void {
	if (entry) entry.goodUntilMs = Number.NEGATIVE_INFINITY;
}

function dropOldest(entries: Map<string, Entry>): void {
	if (entries.size <= ENTRIES_MAX) return;
	const [oldest] = entries.keys();
	if (oldest !== undefined) entries.delete(oldest);
}
