import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { runMigrations } from "graphile-worker";
import { runner } from "node-pg-migrate";
import pg from "pg";
import { connectionWith } from "../connection/connection.ts";
import { queryRows } from "../statement/query-rows.ts";
import { boolean, rowType, text } from "../statement/row-type.ts";
import { databaseUnusable } from "./database-unusable.ts";
import { NOT_OF_ONE_WORKSPACE } from "./guard.ts";
import { SQL_MIGRATIONS } from "./load-migrations.ts";
import { LOCK_TIMEOUT_MS, retryLocked } from "./retry-locked.ts";
import { assertServerVersion } from "./server-version.ts";
import { ensureServiceRole, serviceRole } from "./service-role.ts";

export interface Migration {
	/** A login that may create schemas and roles. */
	readonly url: string;
	/** Absolute path of the folder with the numbered `.sql` files. */
	readonly dir: string;
	/** The service's schema; its first migration creates it, and the role `supportdesk_<schema>`. */
	readonly schema: string;
	/** The schemas of the service's job queues. */
	readonly queues?: readonly string[];
}

const NAME = rowType({ name: text }, ({ name }) => name);
const LOCK_ID = 0x5d_ad_de_5c; // any number, the same in every migrator
const LOCK_ATTEMPTS_MAX = 60;
const LOCK_RETRY_MS = 500;

/**
 * Brings one service's schema to the newest version. Safe to run from several processes at once: one of them
 * migrates, the others wait and find nothing to do.
 */
export async function migrate(
	migration: Migration,
	log: Logger,
): Promise<void> {
	const client = new pg.Client(
		connectionWith(migration.url, {
			lock_timeout: LOCK_TIMEOUT_MS,
			TimeZone: "UTC",
		}),
	);
	client.on("error", (err) => log.warn({ err }, "connection lost"));
	await client.connect().catch((err) => {
		throw databaseUnusable(err);
	});
	try {
		await assertServerVersion(client);
		await lock(client);
		await ensureSchemaAndRole(client, migration.schema);
		const applied = await applyAll(client, migration, log);
		for (const queue of migration.queues ?? [])
			await migrateQueue(client, migration, queue);
		await noteApplied(client, migration.schema);
		for (const { name } of applied) {
			log.info({ schema: migration.schema, migration: name }, "migrated");
		}
	} finally {
		await client.end();
	}
}

/** Applies what is missing; a migration that met a lock is undone, and tried again once the lock had time to go. */
function applyAll(
	client: pg.Client,
	migration: Migration,
	log: Logger,
): Promise<{ name: string }[]> {
	const apply = () =>
		runner({
			dbClient: client,
			dir: migration.dir,
			ignorePattern: "schema\\.sql",
			direction: "up",
			migrationsTable: "migrations",
			migrationsSchema: migration.schema,
			schema: migration.schema,
			singleTransaction: false,
			noLock: true,
			// A migration with a lower number may be merged after one with a higher number was applied.
			checkOrder: false,
			migrationLoaderStrategies: [SQL_MIGRATIONS],
			logger: {
				debug: () => {},
				info: () => {},
				warn: (message) => log.warn(message),
				error: (message) => log.error(message),
			},
		});
	// The runner leaves the rollback to the end of the connection.
	return retryLocked(apply, () => client.query("rollback"));
}

/**
 * Where `assertMigrated` finds them: a comment is read without any right to the table of migrations. The schema's comment
 * has the newest one, for processes of an earlier version.
 */
async function noteApplied(client: pg.Client, schema: string): Promise<void> {
	const names = await queryRows(client, {
		text: `select name from ${schema}.migrations order by name`,
		row: NAME,
	});
	const newest = client.escapeLiteral(names.at(-1)!);
	const applied = client.escapeLiteral(names.join(" "));
	const reason = client.escapeLiteral(
		`${NOT_OF_ONE_WORKSPACE}which migrations the schema has`,
	);
	await client.query(
		`comment on table ${schema}.migrations is ${reason};
		 comment on column ${schema}.migrations.name is ${applied};
		 comment on schema ${schema} is ${newest}`,
	);
}

async function lock(client: pg.Client): Promise<void> {
	for (let attempt = 1; attempt <= LOCK_ATTEMPTS_MAX; attempt += 1) {
		const [held] = await queryRows(client, {
			text: "select pg_try_advisory_lock($1) as held",
			values: [LOCK_ID],
			row: rowType({ held: boolean }, (row) => row.held),
		});
		if (held) return;
		await sleep(LOCK_RETRY_MS);
	}
	throw new Error(
		"Another process has been migrating this database for more than 30 seconds.",
	);
}

async function ensureSchemaAndRole(
	client: pg.Client,
	schema: string,
): Promise<void> {
	const role = serviceRole(schema);
	await ensureServiceRole(client, schema);
	await client
		.query(
			`do $$ begin
				if not pg_has_role(current_user, '${role}', 'set') then
					grant ${role} to current_user;
				end if;
			end $$`,
		)
		.catch((err) => {
			// Two databases of one server granting at the same moment: one of the two has done it for both.
			if (err.code !== "XX000" && err.code !== "23505") throw err;
		});
	await client.query(`create schema if not exists ${schema}`);
	await client.query(`grant usage on schema ${schema} to ${role}`);
}

/** The queue's tables belong to the service's role, which alone uses them. */
async function migrateQueue(
	client: pg.Client,
	{ url, schema }: Migration,
	queue: string,
): Promise<void> {
	const role = serviceRole(schema);
	const [database] = await queryRows(client, {
		text: "select quote_ident(current_database()) as name",
		row: NAME,
	});
	await client.query(
		`create schema if not exists ${queue} authorization ${role}`,
	);
	await client.query(`grant create on database ${database} to ${role}`);
	const pool = new pg.Pool({
		...connectionWith(url, { role }),
		max: 1,
	});
	// The failing query reports it; without a listener the event would end the process.
	pool.on("error", () => {});
	pool.on("connect", (connection) => connection.on("error", () => {}));
	try {
		await runMigrations({ pgPool: pool, schema: queue });
		await pool.query(enqueueFunctions(queue));
	} finally {
		await pool.end();
		await client.query(`revoke create on database ${database} from ${role}`);
	}
}

/**
 * Queues a job without the notification that the queue's own add_job sends with it. A job with a key is rare and goes
 * the usual way. The tables are those of the pinned version of graphile-worker; the tests of jobs guard them. Without a
 * priority it is called by statements that need none, and by processes of an earlier version that still run.
 */
function enqueueFunctions(jobs: string): string {
	return `
		create or replace function ${jobs}.enqueue(task text, payload json, run_at timestamptz, job_key text, priority int)
		returns void language plpgsql as $$
		begin
			if job_key is not null then
				perform ${jobs}.add_job(task, payload, run_at => run_at, job_key => job_key, priority => priority);
				return;
			end if;
			insert into ${jobs}._private_jobs (task_id, payload, run_at, priority)
			select id, payload, coalesce(enqueue.run_at, now()), enqueue.priority
			  from ${jobs}._private_tasks
			 where identifier = task;
			if not found then
				perform ${jobs}.add_job(task, payload, run_at => run_at, priority => priority);
			end if;
		end $$;
		create or replace function ${jobs}.enqueue(task text, payload json, run_at timestamptz, job_key text)
		returns void language sql as $$
			select ${jobs}.enqueue(task, payload, run_at, job_key, 0)
		$$`;
}
