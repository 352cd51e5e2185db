import type { Logger } from "@supportdesk/logger/logger.ts";
import { connectionWith } from "@supportdesk/pg/connection.ts";
import pg from "pg";

/** Held by one process at a time; it ends with the process, however that dies. */
export interface Leadership {
	/** Aborted when the connection that holds the lock is lost. */
	readonly lost: AbortSignal;
	end(): Promise<void>;
}

/**
 * Takes an advisory lock of the database on a connection of its own.
 *
 * @returns undefined when another process holds it.
 * @throws Error when the database cannot be reached.
 */
export async function takeLeadership(
	url: string,
	role: string,
	name: string,
	log: Logger,
): Promise<Leadership | undefined> {
	const lost = new AbortController();
	const client = new pg.Client({
		...connectionWith(url, { role }),
		keepAlive: true,
		connectionTimeoutMillis: 2_000,
	});
	client.on("error", (err) => log.warn({ err, name }, "leadership lost"));
	client.once("end", () => lost.abort());
	await client.connect();
	const { rows } = await client.query<{ held: boolean }>(
		"select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
		[name],
	);
	if (!rows[0]?.held) {
		await client.end();
		return undefined;
	}
	return { lost: lost.signal, end: () => client.end() };
}
