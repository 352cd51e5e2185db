import type { Logger } from "@supportdesk/logger/logger.ts";
import type { ApiKey } from "./api-key.ts";

const HOUR_MS = 3_600_000;
const FLUSH_MS = 60_000;
const KEYS_MAX = 50_000; // about 10 MB; the oldest entries are evicted, and may be written twice in an hour

type Write = (
	workspaceId: string,
	keyIds: readonly string[],
	hour: Date,
) => Promise<unknown>;

/** Keys by workspace, all used in one hour, counted from the epoch. */
interface Noted {
	hour: number;
	readonly keyIds: Map<string, Set<string>>;
}

export interface LastUse {
	/** Records that the key was used now, without a query. */
	note(key: Pick<ApiKey, "id" | "workspaceId">): void;
	/** Writes the recorded uses. Never rejects: after a failure, the key's next request records its use again. */
	flush(): Promise<void>;
	/** Writes the recorded uses for the last time. */
	stop(): Promise<void>;
}

/**
 * Writes the hour of every key's last use in the background, at most once an hour for each key: a minute's keys of one
 * workspace are one statement.
 *
 * @param now epoch milliseconds; the clock is the caller's
 */
export function createLastUse(
	write: Write,
	now: () => number,
	log: Logger,
): LastUse {
	const hourOf = new Map<string, number>();
	let noted: Noted = { hour: 0, keyIds: new Map() };
	let writing = Promise.resolve();

	async function writeNoted({ hour, keyIds }: Noted): Promise<void> {
		for (const [workspaceId, ids] of keyIds) {
			try {
				await write(workspaceId, [...ids], new Date(hour * HOUR_MS));
			} catch (err) {
				for (const id of ids) hourOf.delete(id);
				log.warn({ err, workspaceId }, "last use of keys not written");
			}
		}
	}
	function flush(): Promise<void> {
		const due = noted;
		noted = { hour: due.hour, keyIds: new Map() };
		writing = writing.then(() => writeNoted(due));
		return writing;
	}
	const timer = setInterval(flush, FLUSH_MS).unref();

	return {
		note({ id, workspaceId }) {
			const hour = Math.floor(now() / HOUR_MS);
			if (hourOf.get(id) === hour) return;
			hourOf.delete(id);
			hourOf.set(id, hour);
			if (hour !== noted.hour) {
				void flush();
				noted.hour = hour;
			}
			const ids = noted.keyIds.get(workspaceId) ?? new Set();
			noted.keyIds.set(workspaceId, ids.add(id));
			const [oldest] = hourOf.keys();
			if (hourOf.size > KEYS_MAX) hourOf.delete(oldest!);
		},
		flush,
		stop() {
			clearInterval(timer);
			return flush();
		},
	};
}
