import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
	createTestDatabase,
	type TestDatabase,
} from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { assertMigrated } from "../src/migrate/assert-migrated.ts";
import { migrate } from "../src/migrate/migrate.ts";
import { assertServerVersion } from "../src/migrate/server-version.ts";
import { log, SAMPLE_DIR, samplePool } from "./sample.ts";

let dir: string;
let database: TestDatabase;
let admin: pg.Client;

beforeEach(async () => {
	dir = makeTempFolder("migrations");
	cpSync(SAMPLE_DIR, dir, { recursive: true });
	database = await createTestDatabase([], async () => {});
	admin = new pg.Client(database.url);
	await admin.connect();
});
afterEach(async () => {
	await admin.end();
	await database.drop();
	rmSync(dir, { recursive: true });
});

const addMigration = (name: string, sql: string) =>
	writeFileSync(join(dir, name), sql);
const migrateSample = (url = database.url) =>
	migrate({ url, dir, schema: "sample", queues: ["sample_jobs"] }, log);

async function query(sql: string): Promise<unknown[]> {
	return (await admin.query(sql)).rows;
}

const applied = async () =>
	(await query("select name from sample.migrations order by id")).map(
		(row) => (row as { name: string }).name,
	);

it("makes the queue the role's, also on an address that has settings of its own", async () => {
	const url = new URL(database.url);
	url.searchParams.set("options", "-c work_mem=8MB");
	await migrateSample(url.href);
	expect(
		await query(
			"select tableowner from pg_tables where schemaname = 'sample_jobs' and tablename = '_private_jobs'",
		),
	).toEqual([{ tableowner: "supportdesk_sample" }]);
});

it("applies each migration once when four migrators start at once", async () => {
	addMigration(
		"0002_slow.sql",
		"select pg_sleep(0.3); create table slow (n int); insert into slow values (1);",
	);
	await Promise.all([
		migrateSample(),
		migrateSample(),
		migrateSample(),
		migrateSample(),
	]);
	expect(await applied()).toEqual(["0001_init", "0002_slow"]);
	expect(await query("select n from sample.slow")).toEqual([{ n: 1 }]);
});

it("says which version of PostgreSQL it needs", async () => {
	await expect(assertServerVersion(admin)).resolves.toBeUndefined();
	await expect(assertServerVersion(admin, 99)).rejects.toThrow(
		/^Support Desk needs PostgreSQL 99 or later, and this is \d+\.\d+/,
	);
});

it("applies only what is new", async () => {
	await migrateSample();
	addMigration("0002_more.sql", "create table more (n int);");
	await migrateSample();
	await migrateSample();
	expect(await applied()).toEqual(["0001_init", "0002_more"]);
});

it("applies a migration that is merged after one with a higher number", async () => {
	addMigration("0003_later.sql", "create table later (n int);");
	await migrateSample();
	addMigration("0002_earlier.sql", "create table earlier (n int);");
	await migrateSample();
	expect(await applied()).toEqual(["0001_init", "0003_later", "0002_earlier"]);
});

it("does not start a service whose schema lacks a migration, whatever its number", async () => {
	const pool = samplePool(database.url, 1);
	onTestFinished(() => pool.end());
	const start = () =>
		assertMigrated(pool, {
			url: database.url,
			dir,
			schema: "sample",
			queues: ["sample_jobs"],
		});
	await expect(start()).rejects.toThrow(
		"The schema sample is not migrated to 0001_init. Run the migrations.",
	);
	addMigration("0003_later.sql", "create table later (n int);");
	await migrateSample();
	await start();
	addMigration("0002_earlier.sql", "create table earlier (n int);");
	await expect(start()).rejects.toThrow(
		"The schema sample is not migrated to 0002_earlier. Run the migrations.",
	);
	await migrateSample();
	await start();
	// As for a process of an earlier version, whose files are fewer.
	rmSync(join(dir, "0002_earlier.sql"));
	await start();
});

it("leaves nothing of a migration that fails, and continues when it is mended", async () => {
	addMigration("0002_broken.sql", "create table half (n int); select 1 / 0;");
	await expect(migrateSample()).rejects.toThrow("division by zero");
	expect(await applied()).toEqual(["0001_init"]);
	expect(await query("select to_regclass('sample.half') as it")).toEqual([
		{ it: null },
	]);

	addMigration("0002_broken.sql", "create table half (n int);");
	await migrateSample();
	expect(await applied()).toEqual(["0001_init", "0002_broken"]);
});

it("waits for a lock without making others wait behind it for long, and tries again", async () => {
	await migrateSample();
	addMigration("0002_alter.sql", "alter table notes add column note text;");
	await admin.query("begin; lock table sample.notes in access share mode");
	let done = false;
	const migrating = migrateSample().then(() => {
		done = true;
	});
	await sleep(2_500); // longer than one wait for the lock
	expect(done).toBe(false);
	await admin.query("commit");
	await migrating;
	expect(await applied()).toEqual(["0001_init", "0002_alter"]);
});

it("tries again after a deadlock", async () => {
	addMigration("0002_other.sql", "create table other (n int);");
	await migrateSample();
	addMigration(
		"0003_both.sql",
		`alter table notes add column note text;
		 alter table other add column note text;`,
	);
	await admin.query("begin; lock table sample.other in access share mode");
	const migrating = migrateSample();
	await vi.waitFor(async () => {
		const waiting =
			"select from pg_locks where not granted and relation = 'sample.other'::regclass";
		expect(await query(waiting)).toHaveLength(1);
	}, 10_000);
	await admin.query("lock table sample.notes in access share mode");
	await admin.query("commit");
	await migrating;
	expect((await applied()).at(-1)).toBe("0003_both");
});

it("builds an index while a transaction that began before writes, and begins again after a failure", async () => {
	await migrateSample();
	await admin.query(
		"begin; insert into sample.notes select 'wsp_1', 'note_' || n, 'x' from generate_series(1, 3) n",
	);
	addMigration(
		"0002_index.sql",
		`-- Outside of a transaction.
		 drop index concurrently if exists sample.notes_of_body;
		 create index concurrently notes_of_body on sample.notes (body);
		 select 1 / 0;`,
	);
	const failing = migrateSample().catch((err: Error) => err.message);
	await sleep(2_500); // longer than any other migration waits for a lock
	await query("insert into sample.notes values ('wsp_1', 'note_4', 'x')");
	await admin.query("commit");
	expect(await failing).toBe("division by zero");
	addMigration(
		"0002_index.sql",
		`-- Outside of a transaction.
		 drop index concurrently if exists sample.notes_of_body;
		 create index concurrently notes_of_body on sample.notes (body);`,
	);
	await migrateSample();
	expect(await applied()).toEqual(["0001_init", "0002_index"]);
	expect(
		await query(
			"select indisvalid from pg_index where indexrelid = 'sample.notes_of_body'::regclass",
		),
	).toEqual([{ indisvalid: true }]);
});

it("works for a login that may neither make roles nor bypass row-level security, once its role was made for it", async () => {
	await migrateSample(); // makes the role, which is the whole server's
	const owner = `owner_${process.pid}`;
	const name = new URL(database.url).pathname.slice(1);
	await admin.query(`
		drop schema sample cascade; drop schema sample_jobs cascade;
		create role ${owner} login password 'secret' nosuperuser nocreaterole nobypassrls;
		grant supportdesk_sample to ${owner};
		alter database ${name} owner to ${owner}`);
	const url = new URL(database.url);
	url.username = owner;
	url.password = "secret";
	await migrateSample(url.href);
	expect(
		await query(
			"select distinct tableowner as it from pg_tables where schemaname = 'sample'",
		),
	).toEqual([{ it: owner }]);
	await admin.query(`
		alter database ${name} owner to current_user;
		drop owned by ${owner} cascade;
		drop role ${owner}`);
});
