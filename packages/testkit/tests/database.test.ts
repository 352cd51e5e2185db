import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { createTestDatabase } from "../src/database.ts";
import { makeTempFolder } from "../src/temp-folder.ts";

const dir = makeTempFolder("migrations");
writeFileSync(join(dir, "0001.sql"), "create table t (n int);");
afterAll(() => rm(dir, { recursive: true }));

async function query(url: string, sql: string) {
	const client = new pg.Client(url);
	await client.connect();
	try {
		return (await client.query(sql)).rows;
	} finally {
		await client.end();
	}
}

it("migrates once and gives each caller its own database", async () => {
	let migrations = 0;
	const migrate = async (url: string) => {
		migrations += 1;
		await query(url, "create table t (n int)");
	};
	const both = await Promise.all([
		createTestDatabase([dir], migrate),
		createTestDatabase([dir], migrate),
	]);
	expect(migrations).toBe(1);

	await query(both[0].url, "insert into t values (1)");
	expect(await query(both[1].url, "select n from t")).toEqual([]);

	await Promise.all(both.map((database) => database.drop()));
	await expect(query(both[0].url, "select 1")).rejects.toThrow(
		"does not exist",
	);
});

it("waits for connections that are closing when it drops a database", async () => {
	const database = await createTestDatabase([dir], async (url) => {
		await query(url, "create table t (n int)");
	});
	const failures: Error[] = [];
	const closing = new pg.Client(database.url);
	closing.on("error", (err) => failures.push(err));
	await closing.connect();
	const dropped = database.drop();
	const drops = `select query from pg_stat_activity where query like 'drop database%' and state = 'active'`;
	const name = new URL(database.url).pathname.slice(1);
	await expect
		.poll(() => query(process.env.DATABASE_URL!, drops))
		.toContainEqual({ query: expect.stringContaining(name) });
	await closing.end();
	await dropped;
	expect(failures).toEqual([]);
});

it("drops a database that has open connections", async () => {
	const database = await createTestDatabase([dir], async (url) => {
		await query(url, "create table t (n int)");
	});
	const staying = new pg.Client(database.url);
	const terminated = new Promise((resolve) => staying.once("error", resolve));
	staying.on("error", () => {}); // it is emitted more than once
	await staying.connect();
	await database.drop();
	await terminated;
	await expect(query(database.url, "select 1")).rejects.toThrow(
		"does not exist",
	);
});

it("migrates again after a failed attempt", async () => {
	writeFileSync(join(dir, "0002.sql"), "");
	const failing = async () => {
		throw new Error("broken migration");
	};
	await expect(createTestDatabase([dir], failing)).rejects.toThrow(
		"broken migration",
	);
	const database = await createTestDatabase([dir], async (url) => {
		await query(url, "create table t (n int)");
	});
	expect(await query(database.url, "select n from t")).toEqual([]);
	await database.drop();
});
