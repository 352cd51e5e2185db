import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Batch, failedStatement } from "../src/batch/batch.ts";
import type { Result, Statement } from "../src/statement/statement.ts";
import { createSample, type Sample } from "./sample.ts";

let sample: Sample;
let client: pg.Client;

beforeAll(async () => {
	sample = await createSample();
	client = new pg.Client({
		connectionString: sample.url,
		options: "-c TimeZone=UTC",
	});
	await client.connect();
});
afterAll(async () => {
	await client.end();
	await sample.drop();
});

async function send(...statements: Statement[]): Promise<Result<unknown>[]> {
	const batch = new Batch(statements);
	client.query(batch as unknown as { submit(): void });
	const results = await batch.done;
	return results.map(({ rows, count }) => ({ rows, count }));
}

const preparedNames = async () =>
	(
		await client.query<{ name: string }>(
			"select name from pg_prepared_statements order by name",
		)
	).rows.map((row) => row.name);

it("answers each statement's rows and count, in order", async () => {
	const results = await send(
		{ text: "create temporary table t (n int)" },
		{ text: "insert into t select generate_series(1, 3)" },
		{ text: "select n from t order by n" },
		{ text: "update t set n = n + $1 where n > 1", values: [10] },
		{ text: "select n from t where n > 100" },
	);
	expect(results).toEqual([
		{ rows: [], count: 0 },
		{ rows: [], count: 3 },
		{ rows: [{ n: 1 }, { n: 2 }, { n: 3 }], count: 3 },
		{ rows: [], count: 2 },
		{ rows: [], count: 0 },
	]);
});

it.each([
	["int4", "42", 42],
	["int8", "9007199254740991", Number.MAX_SAFE_INTEGER],
	["float8", "0.1", 0.1],
	["bool", "true", true],
	["text", "ünï ☃ 👩‍👩‍👧", "ünï ☃ 👩‍👩‍👧"],
	["text", "", ""],
	["text[]", '{a,"b c",NULL}', ["a", "b c", null]],
	["jsonb", '{"a":[1]}', '{"a": [1]}'],
	["json", '{"a":[1]}', '{"a":[1]}'],
	["bytea", "\\x00ff", Buffer.from([0, 255])],
	["timestamptz(3)", "2026-11-21 10:30:00.5+01", "2026-11-21T09:30:00.500Z"],
	["timestamptz(3)", "2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"],
	["timestamptz(3)", "2026-11-21T09:30:00.1239Z", "2026-11-21T09:30:00.124Z"],
	["numeric", "12.50", "12.50"],
	["date", "2026-03-29", "2026-03-29"],
])("reads a %s %j", async (type, text, value) => {
	const statement = {
		text: `select $1::${type} as value, null::${type} as nothing`,
		values: [text],
	};
	expect(await send(statement)).toEqual([
		{ rows: [{ value, nothing: null }], count: 1 },
	]);
});

it.each([
	["text[]", ["a", 'b"c', "d\\e,f", null]],
	["bytea", Buffer.from([0, 1, 255])],
	["int8", 2 ** 40],
	["bool", false],
	["text", null],
])("writes a %s as it is read", async (type, value) => {
	const [result] = await send({
		text: `select $1::${type} as value`,
		values: [value],
	});
	expect(result?.rows).toEqual([{ value }]);
});

it("prepares a named statement once and keeps using it", async () => {
	const statement = (n: number) => ({
		name: "twice",
		text: "select $1::int * 2 as n",
		values: [n],
	});
	const first = await send(statement(1), statement(2));
	const second = await send(statement(3));
	expect([...first, ...second].map(({ rows }) => rows)).toEqual([
		[{ n: 2 }],
		[{ n: 4 }],
		[{ n: 6 }],
	]);
	expect(await preparedNames()).toContain("twice");
});

it("refuses one name for two statements before anything is sent", async () => {
	await send({ name: "one", text: "select 1 as n" });
	const mixed = send(
		{ text: "create table leftover ()" },
		{ name: "one", text: "select 2 as n" },
	);
	await expect(mixed).rejects.toThrow(
		"The name one stands for two different statements.",
	);
	const [after] = await send({ text: "select to_regclass('leftover') as it" });
	expect(after?.rows).toEqual([{ it: null }]);
});

it("undoes the whole batch at an error in the middle, names the culprit and leaves the connection usable", async () => {
	const before = {
		name: "before",
		text: "create temporary table undone (n int)",
	};
	const culprit = {
		name: "divide",
		text: "select 1 / $1::int as n",
		values: [0],
	};
	const skipped = { name: "after", text: "select 1 as one" };
	const failed = await send(before, culprit, skipped).catch((err) => err);
	expect(failed).toMatchObject({ code: "22012" });
	expect(failedStatement(failed)).toBe(culprit);

	const again = await send(before, { ...culprit, values: [1] }, skipped);
	expect(again.map(({ rows }) => rows)).toEqual([[], [{ n: 1 }], [{ one: 1 }]]);
	expect(await preparedNames()).toEqual(
		expect.arrayContaining(["after", "before", "divide"]),
	);
});

it("prepares a statement again when a migration changed its columns", async () => {
	const statement = { name: "star", text: "select * from moving" };
	await client.query("create table moving (a int)");
	await send(statement);
	await client.query(
		"alter table moving add b int default 2; insert into moving values (1)",
	);
	await expect(send(statement)).rejects.toThrow(
		"cached plan must not change result type",
	);
	expect((await send(statement))[0]?.rows).toEqual([{ a: 1, b: 2 }]);
});

it("fails a commit that PostgreSQL turned into a rollback", async () => {
	await send({ text: "begin" });
	await send({ text: "select 1 / 0" }).catch(() => {});
	await expect(send({ text: "commit" })).rejects.toThrow(
		"The transaction was rolled back",
	);
});

it("keeps batches that are sent together apart", async () => {
	const numbers = Array.from({ length: 50 }, (_, n) => n);
	const results = await Promise.all(
		numbers.map((n) =>
			send(
				{ name: "echo", text: "select $1::int as n", values: [n] },
				{ text: "select 0 as z" },
			),
		),
	);
	expect(results.map(([first]) => first?.rows)).toEqual(
		numbers.map((n) => [{ n }]),
	);
});
