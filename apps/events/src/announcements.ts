import type { Logger } from "@supportdesk/logger/logger.ts";
import { connectionWith } from "@supportdesk/pg/connection.ts";
import { hearAnnouncements } from "@supportdesk/pg/shared-announcements.ts";
import pg from "pg";

const CHANNEL = "events";
const RECONNECT_MS = 1_000;

/** Says when a workspace's log has grown, whichever process appended to it. */
export interface Announcements {
	/**
	 * Resolves when events of the workspace are appended, when the signal is aborted, and now and then for no reason:
	 * read the log again.
	 */
	next(workspaceId: string, signal: AbortSignal): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Listens on a connection of its own, also for the rows that other processes announce. While it is down nothing is heard, so
 * its return wakes every waiter.
 */
export function listenForAnnouncements(
	url: string,
	role: string,
	log: Logger,
): Announcements {
	const waiting = new Map<string, Set<() => void>>();
	let client: pg.Client | undefined;
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;

	const wake = (workspaceId: string) => {
		for (const resolve of waiting.get(workspaceId) ?? []) resolve();
	};
	const wakeAll = () => {
		for (const workspaceId of waiting.keys()) wake(workspaceId);
	};
	async function connect(): Promise<void> {
		const next = new pg.Client({
			...connectionWith(url, { role }),
			keepAlive: true,
		});
		client = next;
		next.on("error", (err) => log.warn({ err }, "announcements not heard"));
		next.on("notification", ({ channel, payload }) => {
			if (channel === CHANNEL) wake(payload ?? "");
		});
		next.once("end", () => {
			if (!stopped) timer = setTimeout(connect, RECONNECT_MS);
		});
		try {
			await next.connect();
			await next.query(`listen ${CHANNEL}`);
			await hearAnnouncements(next);
			wakeAll();
		} catch (err) {
			if (!stopped) log.warn({ err }, "announcements cannot be heard");
			// A failed connect does not always end the connection by itself.
			await next.end().catch(() => {});
		}
	}
	void connect();
	return {
		next: (workspaceId, signal) =>
			new Promise((resolve) => {
				const own = waiting.get(workspaceId) ?? new Set();
				waiting.set(workspaceId, own);
				const settle = () => {
					own.delete(settle);
					if (own.size === 0) waiting.delete(workspaceId);
					signal.removeEventListener("abort", settle);
					resolve();
				};
				own.add(settle);
				if (signal.aborted) settle();
				else signal.addEventListener("abort", settle, { once: true });
			}),
		async stop() {
			stopped = true;
			clearTimeout(timer);
			wakeAll();
			await client?.end().catch(() => {});
		},
	};
}
