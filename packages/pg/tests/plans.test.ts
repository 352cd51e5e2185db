import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { read } from "../src/transaction/transaction.ts";
import { createSample, insertNote, PLAN, type Sample } from "./sample.ts";

let sample: Sample;

beforeAll(async () => {
	sample = await createSample();
});
afterAll(() => sample.drop());

it("finds a row of a small table by its index, as it will when the table is large", async () => {
	const admin = new pg.Client(sample.url);
	await admin.connect();
	await admin.query("set search_path = sample");
	for (const id of ["1", "2", "3"]) {
		const { text, values } = insertNote("wsp_a", id);
		await admin.query(text, [...values!]);
	}
	await admin.query("analyze notes");
	const { rows } = await admin.query<{ "QUERY PLAN": string }>(
		"explain select body from notes where workspace_id = 'wsp_a' and id = '2'",
	);
	await admin.end();
	expect(rows[0]!["QUERY PLAN"]).toContain("Seq Scan"); // PostgreSQL's own choice

	const plan = await read(sample.pool(1), "wsp_a", {
		text: "explain select body from notes where workspace_id = $1 and id = $2",
		values: ["wsp_a", "2"],
		row: PLAN,
	});
	expect(plan.join("\n")).toMatch(/Index Scan using notes_pkey/);
});
