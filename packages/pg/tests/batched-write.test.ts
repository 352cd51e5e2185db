import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
	type BatchedWrite,
	type ItemRow,
	writeInBatch,
} from "../src/batch/batched-write.ts";
import type { Pool } from "../src/connection/pool.ts";
import { brokenConstraint } from "../src/connection/sqlstate.ts";
import { integer, rowType, text } from "../src/statement/row-type.ts";
import { read } from "../src/transaction/transaction.ts";
import { createSample, type Sample } from "./sample.ts";

interface Note {
	readonly id: string;
	readonly body: string;
}

interface NoteRow extends ItemRow {
	readonly body: string;
}

const NOTE = rowType(
	{ item_id: text, body: text },
	({ item_id, body }): NoteRow => ({ itemId: item_id, body }),
);
const TIMEOUT = { timeout: 1_500 }; // less than lock_timeout, which would end the wait by itself
const WRITE_NOTES: BatchedWrite<Note, NoteRow> = {
	name: "write_notes",
	statement: (workspaceId, notes) => ({
		name: "write_notes",
		text: `insert into notes (workspace_id, id, body)
		       select $1, id, body from json_to_recordset($2) as n (id text, body text)
		       returning id as item_id, body`,
		values: [workspaceId, JSON.stringify(notes)],
		row: NOTE,
	}),
	idOf: ({ id }) => id,
	isDuplicate: (err) => brokenConstraint(err) === "notes_pkey",
};

let sample: Sample;
let pool: Pool;
let other: pg.Client;
let workspaceId = "";
let workspaces = 0;
beforeAll(async () => {
	sample = await createSample();
	pool = sample.pool();
	other = new pg.Client(sample.url);
	await other.connect();
});
beforeEach(() => {
	workspaces += 1;
	workspaceId = `wsp_${workspaces}`;
});
afterAll(async () => {
	await other.end();
	await sample.drop();
});

const write = (note: Note, signal?: AbortSignal) =>
	writeInBatch(pool, { workspaceId, signal }, WRITE_NOTES, note);
const notes = (count: number): Note[] =>
	Array.from({ length: count }, (_, i) => ({ id: `${i}`, body: `body ${i}` }));
const written = async () =>
	(
		await read(pool, workspaceId, {
			text: "select id from notes order by length(id), id",
			row: rowType({ id: text }),
		})
	).map(({ id }) => id);
const waiting = async () => {
	const { rows } = await other.query(
		"select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
	);
	return rows[0].count;
};
const lockNotes = () =>
	other.query("begin; lock table sample.notes in access exclusive mode");

it("answers everybody their own row, of fewer commits than callers", async () => {
	const asked = notes(40);
	const answers = await Promise.all(asked.map((note) => write(note)));
	expect(answers).toEqual(asked.map(({ id, body }) => [{ itemId: id, body }]));
	const commits = await read(pool, workspaceId, {
		text: "select count(distinct xmin::text)::int as count from notes",
		row: rowType({ count: integer }),
	});
	expect(commits[0]!.count).toBeLessThan(10);
});

it("keeps workspaces apart", async () => {
	const callers = ["wsp_left", "wsp_right"].flatMap((workspace) =>
		notes(5).map((note) =>
			writeInBatch(pool, { workspaceId: workspace }, WRITE_NOTES, note),
		),
	);
	await Promise.all(callers);
	for (workspaceId of ["wsp_left", "wsp_right"])
		expect(await written()).toEqual(["0", "1", "2", "3", "4"]);
});

it("fails only for the caller whose value cannot be stored, and stores the others'", async () => {
	const asked = notes(5).map((note, i) =>
		i === 2 ? { ...note, body: "\0" } : note,
	);
	const answers = await Promise.allSettled(asked.map((note) => write(note)));
	expect(answers.map(({ status }) => status)).toEqual([
		"fulfilled",
		"fulfilled",
		"rejected",
		"fulfilled",
		"fulfilled",
	]);
	expect(answers[2]).toMatchObject({ reason: { type: "invalid_request" } });
	expect(await written()).toEqual(["0", "1", "3", "4"]);
});

it("writes one of several with one id, and what came with them", async () => {
	const [note, next] = notes(2) as [Note, Note];
	const answers = await Promise.all(
		[note, note, next, note].map((each) => write(each)),
	);
	expect(answers.filter((rows) => rows === undefined)).toHaveLength(2);
	expect(answers[2]).toEqual([{ itemId: next.id, body: next.body }]);
	expect(await write(note)).toBeUndefined();
	expect(await written()).toEqual(["0", "1"]);
});

it("leaves out who has gone before, and finishes what others still wait for", async () => {
	await lockNotes();
	const caller = new AbortController();
	const gone = AbortSignal.abort();
	const writing = Promise.allSettled([
		write({ id: "1", body: "stays" }),
		write({ id: "2", body: "goes" }, caller.signal),
		write({ id: "3", body: "gone" }, gone),
	]);
	await expect.poll(waiting, TIMEOUT).toBe(1);
	caller.abort();
	await other.query("rollback");
	const [stayed, , left] = await writing;
	expect(stayed).toMatchObject({ value: [{ itemId: "1" }] });
	expect(left).toMatchObject({ reason: { type: "service_unavailable" } });
	expect(await written()).toEqual(["1", "2"]);
});

it("stops in the database when everybody has gone", async () => {
	await lockNotes();
	const caller = new AbortController();
	const writing = Promise.allSettled(
		notes(3).map((note) => write(note, caller.signal)),
	);
	await expect.poll(waiting, TIMEOUT).toBe(1);
	caller.abort();
	await expect.poll(waiting, TIMEOUT).toBe(0);
	await other.query("rollback");
	await writing;
	expect(await written()).toEqual([]);
});

it("lets others pass a group that waits for a lock", async () => {
	await write({ id: "held", body: "" });
	await other.query("begin");
	// The same ids are being written by a transaction that has not committed yet.
	await other.query(
		"insert into sample.notes (workspace_id, id, body) values ($1, 'a', ''), ($1, 'b', '')",
		[workspaceId],
	);
	const held = [];
	for (const id of ["a", "b"]) {
		held.push(write({ id, body: "" }));
		await expect.poll(waiting, TIMEOUT).toBe(held.length);
	}
	expect(await write({ id: "c", body: "" })).toHaveLength(1);
	await other.query("commit");
	expect(await Promise.all(held)).toEqual([undefined, undefined]);
});

it("acknowledges nothing that is lost while its connections are cut", async () => {
	const asked = notes(400);
	const acknowledged: string[] = [];
	const firstCut = Promise.withResolvers<void>();
	const writing = asked.map(async (note, i) => {
		await sleep(Number(note.id));
		if (i >= asked.length / 2) await firstCut.promise;
		const rows = await write(note).catch(() => undefined);
		if (rows) acknowledged.push(note.id);
	});
	let isWriting = true;
	const cutAgainAndAgain = async () => {
		while (isWriting) {
			await sleep(40);
			const { rowCount } = await other.query(
				"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like 'insert into notes%'",
			);
			if (rowCount) firstCut.resolve();
		}
	};
	const cutting = cutAgainAndAgain();
	await Promise.all(writing);
	isWriting = false;
	await cutting;
	// The pool's own connections may have been cut a moment ago.
	const { rows } = await other.query<{ id: string }>(
		"select id from sample.notes where workspace_id = $1",
		[workspaceId],
	);
	const there = rows.map(({ id }) => id);
	expect(acknowledged.length).toBeGreaterThan(0);
	expect(there).toEqual(expect.arrayContaining(acknowledged));
	expect(new Set(there).size).toBe(there.length);
});
