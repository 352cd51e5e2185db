import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startPostgres } from "@supportdesk/pg-server/start-postgres.ts";
import pg from "pg";
import { makeTempFolder, removeFolder } from "./temp-folder.ts";

/** The environment through which one run of tests shares its server. */
export interface TestEnvironment {
	/** A superuser's address. */
	readonly DATABASE_URL: string;
	/** The beginning of every database name of the run. */
	readonly TEST_DATABASE_PREFIX: string;
	/** Name and password of the services' login in this run, separated by a colon. */
	readonly TEST_SERVICES_LOGIN: string;
}

export interface TestPostgres {
	readonly env: TestEnvironment;
	/** Drops the run's databases, and the server if this run started it. */
	stop(): Promise<void>;
}

/**
 * Provides the PostgreSQL of a test run: the one of DATABASE_URL, else a new one in a temporary folder.
 * On a given server it creates and drops only databases with the run's prefix.
 */
export async function startTestPostgres(
	given: string | undefined = process.env.DATABASE_URL,
): Promise<TestPostgres> {
	const prefix = `supportdesk_test_${randomBytes(4).toString("hex")}`;
	if (given) {
		return {
			env: await prepare(given, prefix),
			stop: () => dropAll(given, prefix),
		};
	}
	const folder = makeTempFolder("test-pg");
	const server = await startPostgres({
		dataDir: join(folder, "postgres"),
		durable: false,
	}).catch((err) => {
		removeFolder(folder);
		throw err;
	});
	return {
		env: await prepare(server.url, prefix),
		async stop() {
			await server.stop();
			removeFolder(folder);
		},
	};
}

/** As in production, the services' login is not a superuser and may only take their roles. */
async function prepare(url: string, prefix: string): Promise<TestEnvironment> {
	const name = servicesLogin(prefix);
	const password = randomBytes(8).toString("hex");
	await withClient(url, (client) =>
		client.query(
			`create role ${name} login nosuperuser nobypassrls noinherit password '${password}'`,
		),
	);
	return {
		DATABASE_URL: url,
		TEST_DATABASE_PREFIX: prefix,
		TEST_SERVICES_LOGIN: `${name}:${password}`,
	};
}

const servicesLogin = (prefix: string) => `${prefix}_services`;

async function dropAll(url: string, prefix: string): Promise<void> {
	await withClient(url, async (client) => {
		const { rows } = await client.query<{ name: string }>(
			"select quote_ident(datname) as name from pg_database where starts_with(datname, $1)",
			[prefix],
		);
		for (const { name } of rows)
			await client.query(`drop database if exists ${name} with (force)`);
		await client.query(`drop role if exists ${servicesLogin(prefix)}`);
	});
}

async function withClient(
	url: string,
	work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
	const client = new pg.Client(url);
	await client.connect();
	try {
		await work(client);
	} finally {
		await client.end();
	}
}
