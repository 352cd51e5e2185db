import { AppError } from "@supportdesk/errors/app-error.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Pool } from "../src/connection/pool.ts";
import { brokenConstraint, toAppError } from "../src/connection/sqlstate.ts";
import { inTransaction, read } from "../src/transaction/transaction.ts";
import { createSample, insertNote, type Sample } from "./sample.ts";

let sample: Sample;
let pool: Pool;

beforeAll(async () => {
	sample = await createSample();
	pool = sample.pool();
});
afterAll(() => sample.drop());

const raise = (state: string) => ({
	text: `do $$ begin raise exception 'internal detail' using errcode = '${state}'; end $$`,
});

it.each([
	["22001", "invalid_request"],
	["22003", "invalid_request"],
	["22008", "invalid_request"],
	["22021", "invalid_request"],
	["22P02", "invalid_request"],
	["22P05", "invalid_request"],
	["54000", "invalid_request"],
	["08006", "service_unavailable"],
	["25006", "service_unavailable"],
	["53100", "service_unavailable"],
	["53200", "service_unavailable"],
	["53300", "service_unavailable"],
	["55P03", "service_unavailable"],
	["57014", "service_unavailable"],
	["57P01", "service_unavailable"],
	["57P03", "service_unavailable"],
	["58030", "service_unavailable"],
	["40001", "service_unavailable"],
	["40P01", "service_unavailable"],
	["23502", "api_error"],
	["23503", "api_error"],
	["23505", "api_error"],
	["42P01", "api_error"],
	["42501", "api_error"],
	["XX000", "api_error"],
])(
	"answers SQLSTATE %s as %s and keeps the database's words to itself",
	async (state, type) => {
		const failure = await read(pool, "wsp_1", raise(state)).catch((err) => err);
		expect(failure).toBeInstanceOf(AppError);
		expect(failure).toMatchObject({ type, cause: { code: state } });
		expect(
			JSON.stringify({ ...failure, message: failure.message, cause: null }),
		).not.toContain("internal detail");
	},
);

it.each([
	["a NUL in a text", "select $1::text", "a\0b"],
	["a NUL in JSON", "select $1::jsonb", '"\\u0000"'],
	["a lone surrogate in JSON", "select $1::jsonb", '"\\ud800"'],
	["a year that is none", "select $1::timestamptz", "300000-01-01"],
	["a number that is too large", "select $1::int", "99999999999"],
])("answers %s with invalid_parameter", async (_, text, value) => {
	await expect(
		read(pool, "wsp_1", { text, values: [value] }),
	).rejects.toMatchObject({
		type: "invalid_request",
		code: "invalid_parameter",
	});
});

it("reports which constraint was broken", async () => {
	const names = await inTransaction(pool, "wsp_1", async (tx) => {
		const broken = async (text: string) => {
			await tx.query({ text: "savepoint here" });
			const failure = await tx.query({ text }).catch((err) => err);
			await tx.rollBackTo("here");
			return brokenConstraint(failure);
		};
		await tx.query(insertNote("wsp_1", "1"));
		return [
			await broken("insert into notes values ('wsp_1', '1', 'twice')"),
			await broken(
				"insert into notes values ('wsp_1', '2', 'orphan', 'nobody'); ",
			),
			await broken("insert into notes values ('wsp_1', '3', 'forbidden')"),
			await broken("select 1 / 0"),
		];
	});
	expect(names).toEqual([
		"notes_pkey",
		"notes_parent",
		"notes_body",
		undefined,
	]);
});

it("passes an error of the API as it is", () => {
	const err = new AppError(
		"not_found",
		"ticket_not_found",
		"There is no such ticket.",
	);
	expect(toAppError(err)).toBe(err);
});

it.each([
	[undefined],
	[null],
	["text"],
	[{ code: "23505" }],
	[new RangeError("bug")],
])(
	"answers anything else that is thrown (%j) as an internal error",
	(thrown) => {
		expect(toAppError(thrown)).toMatchObject({
			code: "internal_error",
			cause: thrown,
		});
	},
);
