import { randomBytes } from "node:crypto";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { ensureLogins } from "@supportdesk/pg/ensure-logins.ts";
import { describeExemptLogin } from "@supportdesk/pg/guard.ts";
import { assertServerVersion } from "@supportdesk/pg/server-version.ts";
import { PostgresStartError } from "@supportdesk/pg-server/postgres-start-error.ts";
import { startSupervisedPostgres } from "@supportdesk/pg-server/supervised-postgres.ts";
import pg from "pg";
import { SCHEMAS } from "./migrations.ts";
import { StartError } from "./start-error.ts";

export interface Database {
	/** Of the login that migrates and administers. */
	readonly ownerUrl: string;
	/** Of the login that the services work with. */
	readonly servicesUrl: string;
	/** Of the login that may copy the whole server. */
	readonly backupUrl: string;
	/** What is wrong with the login that was given, for the person who started. */
	readonly warning?: string;
	/** Resolves when the embedded server has ended for good; never for a server of the user's own. */
	readonly ended: Promise<void>;
	close(): Promise<void>;
}

const NAME = "supportdesk";

/**
 * The database that was given, or one in a PostgreSQL of our own with its data in the folder.
 *
 * @throws StartError if there is none to work with
 */
export async function openDatabase(
	given: string | undefined,
	dataDir: string,
	log: Logger,
): Promise<Database> {
	if (given) {
		const warning = await lookAt(given);
		return {
			ownerUrl: given,
			servicesUrl: given,
			backupUrl: given,
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
	await ensureDatabase(url.href);
	url.pathname = `/${NAME}`;
	// Made again at every start: only this process and its standalone.json know them.
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
async function lookAt(url: string): Promise<string | undefined> {
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
	client.on("error", () => {}); // told by what is asked on it
	try {
		await client.connect();
		return await work(client);
	} finally {
		await client.end();
	}
}
