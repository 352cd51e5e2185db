import { randomBytes } from "node:crypto";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { ensureLogins } from "@supportdesk/pg/ensure-logins.ts";
import { describeExemptLogin } from "@supportdesk/pg/guard.ts";
import { assertServerVersion } from "@supportdesk/pg/server-version.ts";
import { sqlState } from "@supportdesk/pg/sqlstate.ts";
import { wrongPassword } from "@supportdesk/pg-server/data-folder.ts";
import { PostgresStartError } from "@supportdesk/pg-server/postgres-start-error.ts";
import { startSupervisedPostgres } from "@supportdesk/pg-server/supervised-postgres.ts";
import pg from "pg";
import { SCHEMAS } from "./migrations.ts";
import { StartError } from "./start-error.ts";

export interface Database {
	/** Address with the login for migrations and administration. */
	readonly ownerUrl: string;
	/** Address with the services' login. */
	readonly servicesUrl: string;
	/** Address with a login that may copy the whole embedded server; null for the user's own server. */
	readonly backupUrl: string | null;
	/** A problem of the given login, for the operator. */
	readonly warning?: string;
	/** Resolves when the embedded server has ended and is not restarted; never for the user's own server. */
	readonly ended: Promise<void>;
	close(): Promise<void>;
}

const NAME = "supportdesk";
const INVALID_PASSWORD = "28P01";

/**
 * Opens the given database, or one in an embedded PostgreSQL with its data in the folder.
 *
 * @throws StartError if the database cannot be used
 */
export async function openDatabase(
	given: string | undefined,
	dataDir: string,
	log: Logger,
): Promise<Database> {
	if (given) {
		const warning = await checkDatabase(given);
		return {
			ownerUrl: given,
			servicesUrl: given,
			backupUrl: null,
			warning,
			ended: new Promise(() => {}),
			close: async () => {},
		};
	}
	const server = await startSupervisedPostgres(
		{ dataDir, durable: true },
		(message, facts) => log.warn(facts, message),
	).catch((err) => {
		throw err instanceof PostgresStartError ? new StartError(err.message) : err;
	});
	const url = new URL(server.url);
	await ensureDatabase(url.href).catch(async (err) => {
		await server.stop();
		throw sqlState(err) === INVALID_PASSWORD
			? new StartError(wrongPassword(dataDir).message)
			: err;
	});
	url.pathname = `/${NAME}`;
	// New passwords at every start: only this process and its standalone.json have them.
	const logins = await ensureLogins(url.href, SCHEMAS, {
		owner: randomBytes(24).toString("base64url"),
		services: randomBytes(24).toString("base64url"),
	});
	return {
		...logins,
		backupUrl: url.href,
		ended: server.exited,
		close: server.stop,
	};
}

/** @returns a warning about the login */
async function checkDatabase(url: string): Promise<string | undefined> {
	try {
		return await withClient(url, async (client) => {
			await assertServerVersion(client);
			return describeExemptLogin(client);
		});
	} catch (err) {
		const { message, code } = err as NodeJS.ErrnoException;
		throw new StartError(
			`The database of DATABASE_URL cannot be used: ${message || code}.`,
		);
	}
}

async function ensureDatabase(url: string): Promise<void> {
	await withClient(url, async (client) => {
		const { rowCount } = await client.query(
			"select from pg_database where datname = $1",
			[NAME],
		);
		if (!rowCount) await client.query(`create database ${NAME}`);
	});
}

async function withClient<T>(
	url: string,
	work: (client: pg.Client) => Promise<T>,
): Promise<T> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: 5_000,
	});
	client.on("error", () => {}); // the failed query reports it
	try {
		await client.connect();
		return await work(client);
	} finally {
		await client.end();
	}
}
