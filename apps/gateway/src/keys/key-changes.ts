import type { Logger } from "@supportdesk/logger/logger.ts";
import pg from "pg";
import type { KeyCache } from "./key-cache.ts";

const CHANNEL = "api_keys";
const RECONNECT_MS = 1_000;

export interface KeyChanges {
	stop(): Promise<void>;
}

/**
 * Invalidates cached keys when they are changed or revoked. Notifications are lost while the connection is down, so a
 * reconnect invalidates all keys.
 */
export function listenForKeyChanges(
	url: string,
	keys: Pick<KeyCache, "forget" | "forgetAll">,
	log: Logger,
): KeyChanges {
	let client: pg.Client | undefined;
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;

	async function connect(): Promise<void> {
		const next = new pg.Client({ connectionString: url, keepAlive: true });
		client = next;
		next.on("error", (err) =>
			log.warn({ err }, "connection for key changes failed"),
		);
		next.on("notification", ({ payload }) => keys.forget(payload ?? ""));
		next.once("end", () => {
			if (!stopped) timer = setTimeout(connect, RECONNECT_MS);
		});
		try {
			await next.connect();
			await next.query(`listen ${CHANNEL}`);
			keys.forgetAll();
		} catch (err) {
			if (!stopped) log.warn({ err }, "cannot listen for key changes");
			// A failed connect does not always end the connection.
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
