import { assertServerVersion } from "@supportdesk/pg/server-version.ts";
import { PostgresStartError } from "@supportdesk/pg-server/postgres-start-error.ts";
import { startPostgres } from "@supportdesk/pg-server/start-postgres.ts";
import pg from "pg";
import { StartError } from "./start-error.ts";

export interface Database {
	readonly url: string;
	/** Resolves when the embedded server has ended; never for a server of the user's own. */
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
): Promise<Database> {
	if (given) {
		await connectOnce(given);
		return { url: given, ended: new Promise(() => {}), close: async () => {} };
	}
	const server = await startPostgres({ dataDir, durable: true }).catch(
		(err) => {
			throw err instanceof PostgresStartError
				? new StartError(err.message)
				: err;
		},
	);
	const url = new URL(server.url);
	await ensureDatabase(url.href);
	url.pathname = `/${NAME}`;
	return { url: url.href, ended: server.exited, close: server.stop };
}

async function connectOnce(url: string): Promise<void> {
	try {
		await withClient(url, assertServerVersion);
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

async function withClient(
	url: string,
	work: (client: pg.Client) => Promise<void>,
): Promise<void> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: 5_000,
	});
	client.on("error", () => {}); // told by what is asked on it
	try {
		await client.connect();
		await work(client);
	} finally {
		await client.end();
	}
}
