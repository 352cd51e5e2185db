import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Pool } from "../src/connection/pool.ts";
import { integer, rowType } from "../src/statement/row-type.ts";
import type { Statement } from "../src/statement/statement.ts";
import { inTransaction, read } from "../src/transaction/transaction.ts";
import { createSample, insertNote, LIST_NOTES, type Sample } from "./sample.ts";

const TIMEOUT = { timeout: 4_000 }; // less than statement_timeout, which would end the statement by itself
const SLEEP: Statement = { text: "select pg_sleep(60)" };
const WHO = {
	text: "select pg_backend_pid() as pid",
	row: rowType({ pid: integer }),
};

let sample: Sample;
let watcher: pg.Client;
let pool: Pool;
beforeAll(async () => {
	sample = await createSample();
	watcher = new pg.Client(sample.url);
	await watcher.connect();
});
beforeEach(() => {
	pool = sample.pool(1);
});
afterAll(async () => {
	await watcher.end();
	await sample.drop();
});

/** How many backends run the statement. PostgreSQL sends the error a moment before it shows the backend as idle. */
async function sleeping(): Promise<number> {
	const { rows } = await watcher.query(
		"select count(*)::int as count from pg_stat_activity where state = 'active' and query = $1 and datname = current_database()",
		[SLEEP.text],
	);
	return rows[0].count;
}

const whoAnswers = async () => (await read(pool, "w", WHO))[0];

it("stops a read whose caller disconnected, and continues on the same connection", async () => {
	const before = await whoAnswers();
	const caller = new AbortController();
	const { signal } = caller;
	const reading = read(pool, { workspaceId: "w", signal }, SLEEP);
	await expect.poll(sleeping, TIMEOUT).toBe(1);
	caller.abort();
	await expect(reading).rejects.toMatchObject({ type: "service_unavailable" });
	await expect.poll(sleeping, TIMEOUT).toBe(0);
	expect(await whoAnswers()).toEqual(before);
	// Who has gone before it began takes no time of the database's.
	await expect(
		read(pool, { workspaceId: "w", signal }, SLEEP),
	).rejects.toMatchObject({ type: "service_unavailable" });
});

it("rolls back a transaction whose caller disconnected, and continues on the same connection", async () => {
	const before = await whoAnswers();
	const caller = new AbortController();
	const { signal } = caller;
	const writing = inTransaction(
		pool,
		{ workspaceId: "wsp_gone", signal },
		async (tx) => {
			await tx.query(insertNote("wsp_gone", "n1"));
			await tx.query(SLEEP);
		},
	);
	await expect.poll(sleeping, TIMEOUT).toBe(1);
	caller.abort();
	await expect(writing).rejects.toMatchObject({ type: "service_unavailable" });
	await expect.poll(sleeping, TIMEOUT).toBe(0);
	expect(await read(pool, "wsp_gone", LIST_NOTES)).toEqual([]);
	expect(await whoAnswers()).toEqual(before);
});

it("never stops the statement of another caller who got the connection next", async () => {
	const other: Statement = { text: "select pg_sleep(0.002)" };
	let undisturbed = 0;
	for (let i = 0; i < 200; i += 1) {
		const caller = new AbortController();
		const { signal } = caller;
		const leaving = read(pool, { workspaceId: "w", signal }, other).catch(
			() => {},
		);
		const next = read(pool, "w", other);
		await sleep((i % 10) / 2); // before, while and after the statement runs
		caller.abort();
		await leaving;
		await next;
		undisturbed += 1;
	}
	expect(undisturbed).toBe(200);
});
