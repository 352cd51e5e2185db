import { setInterval as every } from "node:timers/promises";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { KeyCache } from "../keys/key-cache.ts";

const KEY_CHECK_MS = 500;

/** Ends a response that goes on when its key is revoked, expires or loses one of the scopes. */
export async function endWithKey(
	keys: Pick<KeyCache, "find">,
	keyHash: string,
	scopes: readonly Scope[],
	ended: AbortController,
	now: () => number,
): Promise<void> {
	try {
		for await (const _ of every(KEY_CHECK_MS, undefined, {
			signal: ended.signal,
			ref: false,
		})) {
			const key = await keys.find(keyHash).catch(() => "unknown" as const);
			// While the database is unavailable no key is known to be revoked.
			if (key === "unknown") continue;
			const isExpired = key?.expiresAtMs != null && key.expiresAtMs <= now();
			const isAllowed = scopes.every((scope) => key?.scopes.has(scope));
			if (!key || isExpired || !isAllowed) ended.abort();
		}
	} catch {
		// The interval rejects when the response has ended.
	}
}
