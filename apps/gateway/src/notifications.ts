import type { Logger } from "@supportdesk/logger/logger.ts";
import pg from "pg";

const RECONNECT_MS = 1_000;

export interface Notifications {
	stop(): Promise<void>;
}

/**
 * Listens on channels of PostgreSQL, by which gateways notify each other. Notifications are lost while the connection is
 * down, so `onConnected` is called whenever it is up again.
 *
 * @param channels what is called with a notification's payload, by the name of its channel.
 */
export function listenForNotifications(
	url: string,
	channels: Readonly<Record<string, (payload: string) => void>>,
	onConnected: () => void,
	log: Logger,
): Notifications {
	let client: pg.Client | undefined;
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;

	async function connect(): Promise<void> {
		const next = new pg.Client({ connectionString: url, keepAlive: true });
		client = next;
		next.on("error", (err) =>
			log.warn({ err }, "connection for notifications failed"),
		);
		next.on("notification", ({ channel, payload }) =>
			channels[channel]?.(payload ?? ""),
		);
		next.once("end", () => {
			if (!stopped) timer = setTimeout(connect, RECONNECT_MS);
		});
		try {
			await next.connect();
			for (const channel of Object.keys(channels))
				await next.query(`listen ${channel}`);
			onConnected();
		} catch (err) {
			if (!stopped) log.warn({ err }, "cannot listen for notifications");
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
