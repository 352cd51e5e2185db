import { randomUUID } from "node:crypto";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type pg from "pg";
import type { Pool } from "../connection/pool.ts";
import { announceAllHere, announceHere, shareBy } from "./row-watch.ts";

const CHANNEL = "row_announcements";
const PROCESS = randomUUID();
// A request announces several kinds of rows one after the other: they share a notification.
const GATHER_MS = 5;
// One notification costs as much as a statement: what is announced within this time of the last one waits for its end.
const INTERVAL_MS = 1_000;

/**
 * Notifies other processes of what this one announces, at most once a second. The notification is a transaction of its
 * own: PostgreSQL lets those that notify commit only one after the other.
 */
export function shareAnnouncements(
	pool: Pool,
	log: Logger,
): { stop(): Promise<void> } {
	const announced = new Set<string>();
	let sentAt = Number.NEGATIVE_INFINITY;
	let timer: NodeJS.Timeout | undefined;
	let sending: Promise<unknown> = Promise.resolve();
	const send = () => {
		clearTimeout(timer);
		timer = undefined;
		if (announced.size === 0) return;
		sentAt = performance.now();
		const payload = JSON.stringify([PROCESS, ...announced]);
		announced.clear();
		sending = pool
			.query({
				name: "announce_rows",
				text: "select pg_notify($1, $2)",
				values: [CHANNEL, payload],
			})
			.catch((err) => log.debug({ err }, "could not announce rows"));
	};
	const end = shareBy((rows) => {
		announced.add(rows);
		const waitMs = sentAt + INTERVAL_MS - performance.now();
		timer ??= setTimeout(send, Math.max(GATHER_MS, waitMs)).unref();
	});
	return {
		async stop() {
			end();
			send();
			await sending;
		},
	};
}

/** Announces here what other processes share, on a connection that is just open and belongs to this process alone. */
export async function hearAnnouncements(client: pg.Client): Promise<void> {
	client.on("notification", ({ channel, payload = "[]" }) => {
		if (channel !== CHANNEL) return;
		const [sender, ...announced]: string[] = JSON.parse(payload);
		if (sender === PROCESS) return;
		for (const rows of announced) announceHere(rows);
	});
	await client.query(`listen ${CHANNEL}`);
	announceAllHere();
}
