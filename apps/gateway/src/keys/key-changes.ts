import type { Logger } from "@supportdesk/logger/logger.ts";
import pg from "pg";
import type { KeyRing } from "./key-ring.ts";

const CHANNEL = "api_keys";
const RECONNECT_MS = 1_000;

export interface KeyChanges {
	stop(): Promise<void>;
}

/**
 * Makes the ring forget keys as they are changed or revoked. While the connection is down nothing is heard, so its
 * return counts as a change of all keys.
 */
export function listenForKeyChanges(
	url: string,
	keys: Pick<KeyRing, "forget" | "forgetAll">,
	log: Logger,
): KeyChanges {
	let client: pg.Client | undefined;
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;

	async function connect(): Promise<void> {
		const next = new pg.Client({ connectionString: url, keepAlive: true });
		client = next;
		next.on("error", (err) => log.warn({ err }, "key changes not heard"));
		next.on("notification", ({ payload }) => keys.forget(payload ?? ""));
		next.once("end", () => {
			if (!stopped) timer = setTimeout(connect, RECONNECT_MS);
		});
		try {
			await next.connect();
			await next.query(`listen ${CHANNEL}`);
			keys.forgetAll();
		} catch (err) {
			if (!stopped) log.warn({ err }, "key changes cannot be heard");
			// A failed connect does not always end the connection by itself.
			await next.end().catch(() => {});
		}
	}
	void connect();
	return {
		async stop() {
			stopped = true;
			clearTimeout(timer);
			await client?.end().catch(() => {});
		},
	};
}
