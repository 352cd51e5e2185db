import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lookup, lookupAll } from "../src/batch/lookup.ts";
import { createPool, type Pool } from "../src/connection/pool.ts";
import { integer, type Row, rowType, text } from "../src/statement/row-type.ts";
import type { Query, Statement } from "../src/statement/statement.ts";
import {
	inTransaction,
	runOutsideWorkspaces,
} from "../src/transaction/transaction.ts";
import {
	createSample,
	insertNote,
	LIST_NOTES,
	log,
	type Sample,
} from "./sample.ts";

const TIMEOUT = { timeout: 4_000 }; // less than statement_timeout, which would end a statement by itself
const WORKSPACES = Array.from({ length: 12 }, (_, n) => `wsp_${n}`);
const UNAVAILABLE = { type: "service_unavailable" };
const LOCK = 7;
const WAIT: Statement = {
	name: "wait",
	text: `select pg_advisory_xact_lock_shared(${LOCK})`,
};
const DIVIDE: Statement = { name: "divide", text: "select 1 / 0" };
const DIE: Statement = {
	name: "die",
	text: "select die(), pg_sleep(4)",
};
const PLACE = rowType({ pid: integer, since: text, workspace: text });
const WHERE: Query<Where> = {
	name: "where",
	text: `select pg_backend_pid() as pid, transaction_timestamp()::text as since,
	              current_setting('app.workspace_id') as workspace`,
	row: PLACE,
};
type Where = Row<typeof PLACE.columns>;

let sample: Sample;
let pool: Pool;
let admin: pg.Client;

beforeAll(async () => {
	sample = await createSample();
	pool = sample.pool();
	admin = new pg.Client(sample.url);
	await admin.connect();
	// A role may not end the backends of a superuser's login.
	await admin.query(`create function sample.die() returns boolean language sql security definer
		as 'select pg_terminate_backend(pg_backend_pid())'`);
	for (const workspace of WORKSPACES) {
		await inTransaction(pool, workspace, async (tx) => {
			for (const id of ["a", "b"]) tx.defer(insertNote(workspace, id));
		});
	}
});
afterAll(async () => {
	await admin.end();
	await sample.drop();
});

/** How many backends wait for the lock. */
async function waiting(): Promise<number> {
	const { rows } = await admin.query(
		`select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
		  where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
	);
	return rows[0].count;
}

const lock = () => admin.query("select pg_advisory_lock($1)", [LOCK]);
const unlock = () => admin.query("select pg_advisory_unlock($1)", [LOCK]);
const rowsOf = (workspace: string) =>
	["a", "b"].map((id) => ({ workspace_id: workspace, id }));

it("answers lookups of several workspaces in one transaction, each with its own workspace's rows", async () => {
	const answers = await Promise.all(
		WORKSPACES.map((workspace) =>
			lookupAll(pool, workspace, [WHERE, LIST_NOTES]),
		),
	);
	expect(answers.map(([, notes]) => notes)).toEqual(WORKSPACES.map(rowsOf));
	const places = answers.map(([[where]]) => where!);
	expect(places.map(({ workspace }) => workspace)).toEqual(WORKSPACES);
	expect(new Set(places.map(({ pid, since }) => `${pid} ${since}`)).size).toBe(
		1,
	);
	// Nothing of it stays on the connection.
	const single = sample.pool(1);
	await Promise.all(WORKSPACES.map((each) => lookup(single, each, WHERE)));
	const [notes] = await runOutsideWorkspaces(single, [LIST_NOTES]);
	expect(notes!.rows).toEqual([]);
});

/** A page of a thousand bytes a row that ends as `selectFitting` ends one, with the time of its transaction. */
const page = (rows: number) => ({
	name: `page_${rows}`,
	text: `select transaction_timestamp()::text as since, repeat('x', 1000) as body
	         from generate_series(1, ${rows}) n
	        where n <= 1 + coalesce(nullif(current_setting('app.page_bytes_max', true), '')::int, 8388608) / 1000`,
	row: rowType({ since: text, body: text }),
});

it("reads a page that others would wait for alone, and all of it", async () => {
	const [small, large, [where]] = await Promise.all([
		lookup(pool, "wsp_0", page(60)),
		lookup(pool, "wsp_1", page(4_000)),
		lookup(pool, "wsp_2", WHERE),
	]);
	expect([small.length, large.length]).toEqual([60, 4_000]);
	expect(small[0]!.since).toBe(where!.since);
	expect(large[0]!.since).not.toBe(where!.since);
});

it("reads a page that was large a moment ago alone at once, and others of its kind with others", async () => {
	const again = () => lookup(pool, "wsp_1", page(4_000));
	await again();
	const [large, [where], other] = await Promise.all([
		again(),
		lookup(pool, "wsp_2", WHERE),
		lookup(pool, "wsp_0", page(61)),
	]);
	expect([large.length, other.length]).toEqual([4_000, 61]);
	expect(other[0]!.since).toBe(where!.since);
	expect(large[0]!.since).not.toBe(where!.since);
});

it("reads no third large page of a workspace before a response that is made of one is gone", async () => {
	const onGone: (() => void)[] = [];
	const caller = {
		workspaceId: "wsp_1",
		whenResponseGone: (callback: () => void) => void onGone.push(callback),
	};
	const read = () => lookup(pool, caller, page(100));
	await Promise.all([read(), read()]);
	let isRead = false;
	const third = read().then((rows) => {
		isRead = true;
		return rows;
	});
	// Those of others, and small ones, do not wait.
	await lookup(pool, "wsp_2", page(100));
	await lookup(pool, caller, page(50));
	expect([isRead, onGone.length]).toEqual([false, 2]);
	onGone[0]!();
	expect(await third).toHaveLength(100);
	for (const gone of onGone.slice(1)) gone();
});

const STEPS = ["list", "list twice", "divide", "leave", "die"] as const;
interface Step {
	readonly workspace: string;
	readonly does: (typeof STEPS)[number];
	/** Turns of the event loop before it, and until the caller leaves. */
	readonly turns: number;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
	workspace: fc.constantFrom(...WORKSPACES),
	does: fc.constantFrom("list", "list", "list", ...STEPS),
	turns: fc.nat(3),
});

it("keeps workspaces apart when their neighbours fail, disconnect or lose their backends", async () => {
	const small = sample.pool(3);
	const turns = async (count: number) => {
		for (let i = 0; i < count; i += 1) await setImmediate();
	};
	const take = async ({ workspace, does, turns: count }: Step) => {
		await turns(count);
		const own = rowsOf(workspace);
		if (does === "list") {
			expect(await lookup(small, workspace, LIST_NOTES)).toEqual(own);
		} else if (does === "list twice") {
			const both = lookupAll(small, workspace, [LIST_NOTES, LIST_NOTES]);
			expect(await both).toEqual([own, own]);
		} else if (does === "divide") {
			await expect(lookup(small, workspace, DIVIDE)).rejects.toMatchObject({
				cause: { code: "22012" },
			});
		} else if (does === "die") {
			await expect(lookup(small, workspace, DIE)).rejects.toMatchObject({
				...UNAVAILABLE,
				cause: { code: "57P01" },
			});
		} else {
			const caller = new AbortController();
			const { signal } = caller;
			const leaving = lookup(
				small,
				{ workspaceId: workspace, signal },
				LIST_NOTES,
			)
				.then((rows) => expect(rows).toEqual(own))
				.catch((err) => expect(err).toMatchObject(UNAVAILABLE));
			await turns(count);
			caller.abort();
			await leaving;
		}
	};
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { minLength: 2, maxLength: 80 }),
			async (steps) => {
				await Promise.all(steps.map(take));
			},
		),
		{ numRuns: 60 },
	);
});

it("lets a statement that takes too long fail for its own caller only", async () => {
	const [own, ...others] = await Promise.allSettled([
		lookup(pool, "wsp_0", { text: "select pg_sleep(8)" }),
		lookup(pool, "wsp_0", LIST_NOTES),
		lookup(pool, "wsp_1", LIST_NOTES),
	]);
	expect(own).toMatchObject({
		reason: { ...UNAVAILABLE, cause: { code: "57014" } },
	});
	expect(others).toMatchObject([
		{ value: rowsOf("wsp_0") },
		{ value: rowsOf("wsp_1") },
	]);
});

it("leaves a statement alone when a neighbour's caller goes", async () => {
	const caller = new AbortController();
	const { signal } = caller;
	await lock();
	const leaving = lookup(pool, { workspaceId: "wsp_0", signal }, LIST_NOTES);
	const staying = lookupAll(pool, "wsp_1", [WAIT, LIST_NOTES]);
	await expect.poll(waiting, TIMEOUT).toBe(1);
	caller.abort();
	await sleep(200); // long enough to notice that one of two is gone
	expect(await waiting()).toBe(1);
	await unlock();
	expect((await staying)[1]).toEqual(rowsOf("wsp_1"));
	await leaving.catch(() => {});
});

it("stops what no caller waits for, and continues on the same connection", async () => {
	const single = sample.pool(1);
	const [before] = await lookup(single, "wsp_0", WHERE);
	await lock();
	const caller = new AbortController();
	const { signal } = caller;
	const abandoned = ["wsp_0", "wsp_1"].map((workspaceId) =>
		lookup(single, { workspaceId, signal }, WAIT),
	);
	await expect.poll(waiting, TIMEOUT).toBe(1);
	caller.abort();
	for (const each of abandoned) {
		await expect(each).rejects.toMatchObject(UNAVAILABLE);
	}
	expect(await waiting()).toBe(0);
	await unlock();
	const [after] = await lookup(single, "wsp_0", WHERE);
	expect(after!.pid).toBe(before!.pid);
	// Who has gone before it began takes no time of the database's.
	await expect(
		lookup(single, { workspaceId: "wsp_0", signal }, LIST_NOTES),
	).rejects.toMatchObject(UNAVAILABLE);
});

it("lets others pass groups that are held up", async () => {
	await lock();
	const held: Promise<unknown>[] = [];
	for (let count = 1; count <= 3; count += 1) {
		held.push(lookup(pool, "wsp_0", WAIT));
		await expect.poll(waiting, TIMEOUT).toBe(count);
	}
	expect(await lookup(pool, "wsp_1", LIST_NOTES)).toEqual(rowsOf("wsp_1"));
	expect(await waiting()).toBe(3);
	await unlock();
	await Promise.all(held);
});

it("sees what was committed before it was asked for, and one moment only", async () => {
	const workspace = "wsp_written";
	const others = new AbortController();
	const load = Array.from({ length: 8 }, async (_, n) => {
		while (!others.signal.aborted) {
			await lookup(pool, WORKSPACES[n]!, LIST_NOTES);
		}
	});
	for (let n = 1; n <= 100; n += 1) {
		await inTransaction(pool, workspace, async (tx) =>
			tx.defer(insertNote(workspace, `${n}`)),
		);
		const [first, second] = await lookupAll(pool, workspace, [
			LIST_NOTES,
			LIST_NOTES,
		]);
		expect([first.length, second.length]).toEqual([n, n]);
		expect(await lookup(pool, workspace, LIST_NOTES)).toHaveLength(n);
	}
	others.abort();
	await Promise.all(load);

	await lock();
	const reading = lookupAll(pool, workspace, [LIST_NOTES, WAIT, LIST_NOTES]);
	await expect.poll(waiting, TIMEOUT).toBe(1);
	await inTransaction(pool, workspace, async (tx) =>
		tx.defer(insertNote(workspace, "late")),
	);
	await unlock();
	const [first, , second] = await reading;
	expect(second).toEqual(first);
});

it("prepares a statement again for all callers when a migration changed its columns", async () => {
	const star: Statement = { name: "star", text: "select * from moving" };
	await admin.query(`create table sample.moving (a int);
		insert into sample.moving values (1);
		grant select on sample.moving to supportdesk_sample`);
	const all = () =>
		Promise.all(WORKSPACES.map((workspace) => lookup(pool, workspace, star)));
	expect(await all()).toEqual(WORKSPACES.map(() => [{ a: 1 }]));
	await admin.query("alter table sample.moving add b int default 2");
	expect(await all()).toEqual(WORKSPACES.map(() => [{ a: 1, b: 2 }]));
});

it("answers everybody service_unavailable when there is no database to connect to", async () => {
	const url = new URL(sample.url);
	url.port = "1"; // tcpmux: nothing of ours listens there
	const nowhere = createPool({ url: url.href, sizeMax: 1 }, log);
	for (const each of WORKSPACES.map((workspace) =>
		lookup(nowhere, workspace, LIST_NOTES),
	)) {
		await expect(each).rejects.toMatchObject(UNAVAILABLE);
	}
	await nowhere.end();
});
