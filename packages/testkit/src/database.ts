import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestEnvironment } from "./postgres.ts";

const OBJECT_IN_USE = "55006";

export interface TestDatabase {
	/** A superuser's address of the new database. */
	readonly url: string;
	/** Drops the database once its connections have closed, or by force after a wait. */
	drop(): Promise<void>;
}

/**
 * Creates a migrated database for one test file. The migrations run once per run of tests, in a template that every
 * call with the same folders clones.
 *
 * @param dirs folders with migration files, which name the template
 * @param migrate brings the empty database at `url` to the newest version
 */
export async function createTestDatabase(
	dirs: readonly string[],
	migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> {
	const template = nameInRun(`t_${hashFolders(dirs)}`);
	const name = nameInRun(randomBytes(6).toString("hex"));
	await withAdmin(async (admin) => {
		await ensureTemplate(admin, template, migrate);
		await admin.query(`create database ${name} template ${template}`);
		await grantRoles(admin);
	});
	return {
		url: addressOf(name),
		drop: () => withAdmin((admin) => dropDatabase(admin, name)),
	};
}

/**
 * The address of a test's database for a service: with a login that is not a superuser and may take the services'
 * roles.
 */
export function servicesAddress(url: string): string {
	const [name, password] = fromRun("TEST_SERVICES_LOGIN").split(":");
	const address = new URL(url);
	address.username = name!;
	address.password = password!;
	return address.href;
}

/** Grants the services' login the roles that the migrations have created; roles belong to the whole server. */
async function grantRoles(admin: pg.Client): Promise<void> {
	const [login] = fromRun("TEST_SERVICES_LOGIN").split(":");
	await admin.query("select pg_advisory_lock(hashtext('services login'))");
	try {
		const { rows } = await admin.query<{ role: string }>(
			`select rolname as role
			   from pg_roles
			  where starts_with(rolname, 'supportdesk_')
			    and not rolcanlogin
			    and not pg_has_role($1, oid, 'member')`,
			[login],
		);
		for (const { role } of rows) await admin.query(`grant ${role} to ${login}`);
	} finally {
		await admin.query("select pg_advisory_unlock(hashtext('services login'))");
	}
}

/**
 * `pool.end()` resolves while its connections are still closing. Terminated then, each of them would report a spurious
 * error. Without force PostgreSQL waits five seconds for them.
 */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
	try {
		await admin.query(`drop database if exists ${name}`);
	} catch (err) {
		if ((err as pg.DatabaseError).code !== OBJECT_IN_USE) throw err;
		await admin.query(`drop database if exists ${name} with (force)`);
	}
}

/** Test files run in parallel: the first one migrates, the others wait for its lock. */
async function ensureTemplate(
	admin: pg.Client,
	template: string,
	migrate: (url: string) => Promise<void>,
): Promise<void> {
	await admin.query("select pg_advisory_lock(hashtext($1))", [template]);
	try {
		const { rowCount } = await admin.query(
			"select from pg_database where datname = $1",
			[template],
		);
		if (rowCount) return;
		// It gets its name when it is complete, so a failed migration leaves no partial template to clone.
		const draft = `${template}_draft`;
		await admin.query(`drop database if exists ${draft} with (force)`);
		await admin.query(`create database ${draft} template template0`);
		await migrate(addressOf(draft));
		await admin.query(`alter database ${draft} rename to ${template}`);
	} finally {
		await admin.query("select pg_advisory_unlock(hashtext($1))", [template]);
	}
}

async function withAdmin(
	work: (admin: pg.Client) => Promise<void>,
): Promise<void> {
	const admin = new pg.Client(serverUrl());
	await admin.connect();
	try {
		await work(admin);
	} finally {
		await admin.end();
	}
}

function hashFolders(dirs: readonly string[]): string {
	const hash = createHash("sha256");
	for (const dir of dirs) {
		for (const file of readdirSync(dir).sort())
			hash.update(`${file}\0`).update(readFileSync(join(dir, file)));
	}
	return hash.digest("hex").slice(0, 12);
}

function addressOf(database: string): string {
	const url = new URL(serverUrl());
	url.pathname = `/${database}`;
	return url.href;
}

function nameInRun(suffix: string): string {
	return `${fromRun("TEST_DATABASE_PREFIX")}_${suffix}`;
}

const serverUrl = () => fromRun("DATABASE_URL");

/** A variable that the test run passes to its workers. */
function fromRun(name: keyof TestEnvironment): string {
	const value = process.env[name];
	if (!value) throw noServer();
	return value;
}

const noServer = () =>
	new Error(
		'No test database: the package needs a vitest.config.ts with `export { default } from "@supportdesk/testkit/vitest.ts"`.',
	);
