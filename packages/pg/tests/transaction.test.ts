import type { AppError } from "@supportdesk/errors/app-error.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPool, type Pool } from "../src/connection/pool.ts";
import { integer, rowType, text } from "../src/statement/row-type.ts";
import type { Query } from "../src/statement/statement.ts";
import {
	inTransaction,
	read,
	readAll,
	type Transaction,
} from "../src/transaction/transaction.ts";
import {
	createSample,
	insertNote,
	LIST_NOTES,
	log,
	type Sample,
} from "./sample.ts";

const UNAVAILABLE = {
	type: "service_unavailable",
	code: "service_unavailable",
};

const SHOW_ISOLATION: Query<string> = {
	text: "select current_setting('transaction_isolation') as level",
	row: rowType({ level: text }, ({ level }) => level),
};
const BACKEND = {
	text: "select pg_backend_pid() as pid",
	row: rowType({ pid: integer }),
};

let sample: Sample;
let pool: Pool;
let workspaces = 0;
function newWorkspace(): string {
	workspaces += 1;
	return `wsp_${workspaces}`;
}

beforeAll(async () => {
	sample = await createSample();
	pool = sample.pool();
});
afterAll(() => sample.drop());

let seen: Promise<void> | undefined;

async function waitsForLock(): Promise<boolean> {
	const rows = await read(pool, "", {
		text: "select from pg_locks where locktype = 'advisory' and not granted",
	});
	return rows.length > 0;
}

const noteIds = async (workspace: string) =>
	(await read(pool, workspace, LIST_NOTES)).map(({ id }) => id);

/** Pools as a service has them, with a setting of the test's own. */
function poolWith(option: string): Pool {
	const url = new URL(sample.url);
	url.searchParams.set("options", option);
	return createPool(
		{ url: url.href, sizeMax: 1, role: "supportdesk_sample", schema: "sample" },
		log,
	);
}

it("commits what was asked for and what was deferred, and answers what the work answers", async () => {
	const workspace = newWorkspace();
	const answer = await inTransaction(pool, workspace, async (tx) => {
		tx.defer(insertNote(workspace, "1"));
		const { rows } = await tx.query(LIST_NOTES);
		tx.defer(insertNote(workspace, "2"));
		return rows.map(({ id }) => id);
	});
	expect(answer).toEqual(["1"]);
	expect(await noteIds(workspace)).toEqual(["1", "2"]);
});

it("reads several things at one moment, and the next ones at theirs", async () => {
	const workspace = newWorkspace();
	const single = sample.pool(1);
	const reads = () =>
		readAll(single, workspace, [
			LIST_NOTES,
			{ text: "select pg_advisory_xact_lock_shared(7)" },
			LIST_NOTES,
			SHOW_ISOLATION,
		]);
	await inTransaction(pool, workspace, async (tx) => {
		await tx.query({ text: "select pg_advisory_xact_lock(7)" });
		tx.defer(insertNote(workspace, "1"));
		const reading = reads();
		// The note is committed while the reading waits between its two lists.
		await expect.poll(waitsForLock, { timeout: 10_000 }).toBe(true);
		const outcome = reading.then(([first, , second, [isolation]]) => {
			expect([first, second]).toEqual([[], []]);
			expect(isolation).toBe("repeatable read");
		});
		seen = outcome;
		outcome.catch(() => {});
	});
	await seen;
	const [first, , second] = await reads();
	expect([first.length, second.length]).toEqual([1, 1]);
	const [alone] = await read(single, workspace, SHOW_ISOLATION);
	expect(alone).toBe("read committed");
});

it("rolls back what was done and what was deferred when the work throws", async () => {
	const workspace = newWorkspace();
	const failure = inTransaction(pool, workspace, async (tx) => {
		await tx.query(insertNote(workspace, "1"));
		tx.defer(insertNote(workspace, "2"));
		throw new RangeError("a bug");
	});
	await expect(failure).rejects.toMatchObject({
		code: "internal_error",
		cause: new RangeError("a bug"),
	});
	expect(await noteIds(workspace)).toEqual([]);
});

it("does not mistake a bug with an error code for a lost connection", async () => {
	const failure = inTransaction(pool, newWorkspace(), async () =>
		Buffer.alloc(-1),
	);
	await expect(failure).rejects.toMatchObject({ code: "internal_error" });
});

it("reports a deferred statement that fails with the commit", async () => {
	const workspace = newWorkspace();
	const failure = inTransaction(pool, workspace, async (tx) => {
		tx.defer(insertNote(workspace, "1"));
		tx.defer(insertNote(workspace, "1"));
	});
	await expect(failure).rejects.toMatchObject({
		code: "internal_error",
		cause: { code: "23505" },
	});
	expect(await noteIds(workspace)).toEqual([]);
});

it("does not report success when the work ignored a failed statement", async () => {
	const workspace = newWorkspace();
	const failure = inTransaction(pool, workspace, async (tx) => {
		await tx.query(insertNote(workspace, "1"));
		await tx.query(insertNote(workspace, "1")).catch(() => {});
	});
	await expect(failure).rejects.toMatchObject({ code: "internal_error" });
	expect(await noteIds(workspace)).toEqual([]);
});

it.each(["40001", "40P01"])(
	"runs the whole transaction again after %s, three times at most",
	async (state) => {
		const workspace = newWorkspace();
		const raise = {
			text: `do $$ begin raise exception 'again' using errcode = '${state}'; end $$`,
		};
		let attempts = 0;
		const succeedsAt = (attempt: number) => (tx: Transaction) => {
			attempts += 1;
			return tx.batch([
				insertNote(workspace, `${attempts} of ${attempt}`),
				attempts < attempt ? raise : LIST_NOTES,
			]);
		};
		await inTransaction(pool, workspace, succeedsAt(3));
		expect(await noteIds(workspace)).toEqual(["3 of 3"]);

		attempts = 0;
		await expect(
			inTransaction(pool, workspace, succeedsAt(4)),
		).rejects.toMatchObject(UNAVAILABLE);
		expect(attempts).toBe(3);
	},
);

it("lets both of two transactions through that lock each other out", async () => {
	const workspace = newWorkspace();
	await inTransaction(pool, workspace, (tx) =>
		tx.batch([insertNote(workspace, "a"), insertNote(workspace, "b")]),
	);
	const touch = (id: string) => ({
		text: "update notes set body = body || '!' where workspace_id = $1 and id = $2",
		values: [workspace, id],
	});
	const bothLocked = Promise.withResolvers<void>();
	let locked = 0;
	const crosswise = (first: string, second: string) =>
		inTransaction(pool, workspace, async (tx) => {
			await tx.query(touch(first));
			locked += 1;
			if (locked === 2) bothLocked.resolve();
			await bothLocked.promise;
			await tx.query(touch(second));
		});
	await Promise.all([crosswise("a", "b"), crosswise("b", "a")]);
	const rows = await read(pool, workspace, {
		text: "select body from notes",
		row: rowType({ body: text }),
	});
	expect(rows).toEqual([{ body: "hello!!" }, { body: "hello!!" }]);
});

it("survives a connection that is terminated in the middle, and undoes its transaction", async () => {
	const workspace = newWorkspace();
	const single = sample.pool(1);
	const failure = inTransaction(single, workspace, async (tx) => {
		await tx.query(insertNote(workspace, "lost"));
		await terminate(tx);
		await tx.query(insertNote(workspace, "never"));
	});
	await expect(failure).rejects.toMatchObject({
		...UNAVAILABLE,
		retryAfterSeconds: 2,
	});
	await inTransaction(single, workspace, (tx) =>
		tx.query(insertNote(workspace, "next")),
	);
	expect(await noteIds(workspace)).toEqual(["next"]);
});

it("survives a connection that is terminated while a statement runs", async () => {
	const single = sample.pool(1);
	const failure = read(single, newWorkspace(), {
		text: "select pg_sleep(4.5)",
	});
	const killer = new pg.Client(sample.url);
	await killer.connect();
	const terminateSleeper = () =>
		killer.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(4.5)'",
		);
	await Promise.all([
		expect(failure).rejects.toMatchObject(UNAVAILABLE),
		expect.poll(async () => (await terminateSleeper()).rowCount).toBe(1),
	]);
	await killer.end();
	expect(await read(single, newWorkspace(), { text: "select 1 as n" })).toEqual(
		[{ n: 1 }],
	);
});

it("answers service_unavailable soon when all connections are taken", async () => {
	const single = sample.pool(1);
	const taken = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	const holder = inTransaction(single, newWorkspace(), async (tx) => {
		await tx.query({ text: "select 1" });
		taken.resolve();
		await release.promise;
	});
	await taken.promise;
	const startedAt = performance.now();
	await expect(read(single, newWorkspace(), LIST_NOTES)).rejects.toMatchObject(
		UNAVAILABLE,
	);
	expect(performance.now() - startedAt).toBeLessThan(5_000);
	release.resolve();
	await holder;
	expect(await read(single, newWorkspace(), LIST_NOTES)).toEqual([]);
});

it("gives up a statement that runs for more than five seconds, and continues on the same connection", async () => {
	const single = sample.pool(1);
	const backend = () => read(single, newWorkspace(), BACKEND);
	const before = await backend();
	await expect(
		read(single, newWorkspace(), { text: "select pg_sleep(8)" }),
	).rejects.toMatchObject({
		...UNAVAILABLE,
		cause: { code: "57014" },
	});
	expect(await backend()).toEqual(before);
});

it("gives up a database that does not answer, and takes a new connection", async () => {
	// A longer statement timeout than the client's own clock stands for a server that went silent.
	const silent = poolWith("-c application_name=silent");
	silent.options.query_timeout = 500;
	const failure = read(silent, newWorkspace(), { text: "select pg_sleep(3)" });
	await expect(failure).rejects.toMatchObject({
		...UNAVAILABLE,
		cause: { message: "Query read timeout" },
	});
	expect(await read(silent, newWorkspace(), { text: "select 1 as n" })).toEqual(
		[{ n: 1 }],
	);
	await silent.end();
});

it("keeps its own settings beside those of the address", async () => {
	const own = poolWith("-c work_mem=8MB -c statement_timeout=0");
	const rows = await read(own, newWorkspace(), {
		text: `select current_setting('work_mem') as mem, current_setting('statement_timeout') as timeout,
		              current_user as role, current_setting('search_path') as path`,
	});
	expect(rows).toEqual([
		{ mem: "8MB", timeout: "5s", role: "supportdesk_sample", path: "sample" },
	]);
	await own.end();
});

it("answers service_unavailable when there is no database to connect to", async () => {
	const url = new URL(sample.url);
	url.port = "1"; // tcpmux: nothing of ours listens there
	const nowhere = createPool(
		{ url: url.href, sizeMax: 1, role: "supportdesk_sample", schema: "sample" },
		log,
	);
	const failure: AppError = await read(
		nowhere,
		newWorkspace(),
		LIST_NOTES,
	).catch((err) => err);
	expect(failure).toMatchObject(UNAVAILABLE);
	expect(failure.message).not.toContain("ECONNREFUSED");
	await nowhere.end();
});

async function terminate(tx: Transaction): Promise<void> {
	const { rows } = await tx.query(BACKEND);
	const killer = new pg.Client(sample.url);
	await killer.connect();
	await killer.query("select pg_terminate_backend($1, 5000)", [rows[0]!.pid]);
	await killer.end();
}
