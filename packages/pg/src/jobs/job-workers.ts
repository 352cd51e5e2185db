import type { EventEmitter } from "node:events";
import type { Logger } from "@supportdesk/logger/logger.ts";
import pg from "pg";
import { connectionWith } from "../connection/connection.ts";
import { hearAnnouncements } from "../polling/shared-announcements.ts";
import { queryRows } from "../statement/query-rows.ts";
import { rowType, text } from "../statement/row-type.ts";

const NAME = rowType({ name: text }, ({ name }) => name);

interface QueueConfig {
	readonly url: string;
	readonly role: string;
	readonly schema: string;
}

/** How soon a worker without a lock is taken for dead. */
export interface Timeouts {
	readonly checkMs: number;
	/**
	 * A worker's lock is taken a moment after it began to work, and lost for a moment when the database restarts: only
	 * who took a job this long ago, and holds no lock, is dead.
	 */
	readonly staleMs: number;
}

export const TIMEOUTS: Timeouts = { checkMs: 10_000, staleMs: 25_000 };

/**
 * Lets the workers of other processes know that ours are alive, and gives back the jobs of those that are not. The name
 * under which a process's workers take jobs is held as an advisory lock on one connection; PostgreSQL drops the lock with
 * the process, however it dies. The queue itself would keep a dead worker's jobs for four hours. What other processes
 * announce is heard on the same connection.
 */
export async function keepWorkersKnown(
	pool: pg.Pool,
	config: QueueConfig,
	events: EventEmitter,
	log: Logger,
	{ checkMs, staleMs }: Timeouts,
): Promise<{ stop(): Promise<void> }> {
	const names = new Set<string>();
	let connection: pg.Client | undefined;
	let holding: Promise<void> = Promise.resolve();
	const connect = async () => {
		const client = new pg.Client({
			...connectionWith(config.url, { role: config.role }),
			keepAlive: true,
		});
		// One that is lost may say so twice, the second time when there is a new one.
		client.on("error", () => {
			if (connection === client) connection = undefined;
		});
		await client.connect();
		for (const name of names) await hold(client, name);
		await hearAnnouncements(client);
		connection = client;
	};
	// One after the other: the connection takes one query at a time.
	const next = (change: (client: pg.Client) => Promise<void>) => {
		holding = holding.then(async () => {
			if (connection) await change(connection).catch(() => {});
		});
	};
	events.on("pool:create", ({ workerPool: { id } }) => {
		names.add(id);
		next((client) => hold(client, id));
	});
	// Workers that have ended by themselves are started again under another name.
	events.on("pool:release", ({ workerPool: { id } }) => {
		names.delete(id);
		next((client) => letGo(client, id));
	});
	await connect();

	const check = async () => {
		try {
			if (!connection) await connect();
			await releaseDeadWorkers(pool, config.schema, staleMs, log);
		} catch (err) {
			log.warn({ err }, "could not look for dead workers");
		}
	};
	// One at a time: a new connection waits for our locks as long as the server believes in the lost one.
	let checking: Promise<void> | undefined;
	const timer = setInterval(() => {
		checking ??= check().finally(() => {
			checking = undefined;
		});
	}, checkMs);
	timer.unref();
	return {
		async stop() {
			clearInterval(timer);
			await checking;
			await holding;
			await connection?.end();
		},
	};
}

async function hold(client: pg.Client, name: string): Promise<void> {
	await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [
		name,
	]);
}

async function letGo(client: pg.Client, name: string): Promise<void> {
	await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [
		name,
	]);
}

/** The lock is tried within a statement of its own transaction: it is gone again when the statement ends. */
async function releaseDeadWorkers(
	pool: pg.Pool,
	schema: string,
	staleMs: number,
	log: Logger,
): Promise<void> {
	const names = await queryRows(pool, {
		text: `select name
		   from (select distinct locked_by as name
		           from ${schema}._private_jobs
		          where locked_at < now() - make_interval(secs => $1)) stale
		  where pg_try_advisory_xact_lock(hashtextextended(name, 0))`,
		values: [staleMs / 1000],
		row: NAME,
	});
	if (names.length === 0) return;
	log.warn({ workers: names.length }, "giving back the jobs of dead workers");
	const jobs = `${schema}._private_jobs`;
	// A job that is in progress when another one with its key is queued loses the key and all further attempts: the other
	// one does its work. The error distinguishes it from a job whose workers died at every attempt.
	await pool.query(
		`with replaced as (
		   delete from ${jobs}
		    where locked_by = any($1::text[])
		      and key is null
		      and attempts >= max_attempts
		      and max_attempts > 1
		      and last_error is null
		   returning id
		 )
		 update ${jobs}
		    set last_error = coalesce(last_error, 'The worker died.')
		  where locked_by = any($1::text[])
		    and id not in (select id from replaced)`,
		[names],
	);
	await pool.query(`select ${schema}.force_unlock_workers($1)`, [names]);
}
