import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { findLabelledSets, intentsOf } from "./ai/sets.ts";
import { answersOf } from "./drafts/measure.ts";
import { loadRetrievalSets } from "./search/sets.ts";

let folder: string;
const folders: string[] = [];
beforeEach(() => {
	folder = makeTempFolder("data");
	folders.push(folder);
});
afterAll(() => {
	for (const one of folders) rmSync(one, { recursive: true });
});

function write(
	name: string,
	rows: readonly object[],
	zip: (text: string) => Uint8Array = gzipSync,
): void {
	const lines = rows.map((row) => `${JSON.stringify(row)}\r\n\n`).join("");
	writeFileSync(join(folder, name), zip(lines));
}

const ARTICLE = { id: 1, title: "Refunds", body: "They take five days." };
const HELLO = { text: "hello", label: "greeting" };

test("finds labelled sets by the names of their files, with or without training texts", () => {
	write("new.train.jsonl.gz", [HELLO, HELLO], (text) => Buffer.from(text));
	write("new.test.jsonl.gz", [HELLO, { text: "no label" }]);
	write("alone.test.jsonl.gz", [{ text: "money back", label: "billing" }]);
	write("other-split.dev.jsonl.gz", [HELLO]);
	write("articles.corpus.jsonl.gz", [ARTICLE]);
	expect(findLabelledSets(folder, "test")).toEqual([
		{
			name: "alone",
			train: [],
			test: [{ text: "money back", label: "billing" }],
		},
		{ name: "new", train: [HELLO, HELLO], test: [HELLO] },
	]);
});

test("maps a set to the product's intents by the taxonomy or by equal labels", () => {
	const rows = [HELLO, { text: "where is it", label: "order_status" }];
	const set = { name: "new", train: [], test: rows };
	expect([...intentsOf(folder, set)]).toEqual([
		["order_status", "order_status"],
	]);
	writeFileSync(
		join(folder, "taxonomy.json"),
		JSON.stringify({ map: { new: { greeting: "small_talk" } } }),
	);
	expect([...intentsOf(folder, set)]).toEqual([["greeting", "small_talk"]]);
});

test("takes a set's other for the product's only beside the product's intents alone", () => {
	const other = { text: "hm", label: "other" };
	const status = { text: "where is it", label: "order_status" };
	const namesOf = (test: (typeof HELLO)[]) => [
		...intentsOf(folder, { name: "new", train: [], test }).keys(),
	];
	expect(namesOf([other, { text: "great", label: "positive" }])).toEqual([]);
	expect(namesOf([other, status, HELLO])).toEqual(["order_status"]);
	expect(namesOf([other, status, { text: "?", label: "oos" }])).toEqual([
		"order_status",
		"other",
	]);
});

test("finds articles with questions, and reports skipped sets", () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	write("kb.corpus.jsonl.gz", [ARTICLE]);
	write("kb.queries.test.jsonl.gz", [
		{ query: "when is my refund", gold: [1], answer: "In five days." },
		{ query: "is the earth flat" },
	]);
	write("lone.queries.test.jsonl.gz", [{ query: "hello", gold: [1] }]);
	const [set, ...others] = loadRetrievalSets(folder, "test");
	expect(others).toEqual([]);
	expect(set).toEqual({
		name: "kb",
		articles: [{ ...ARTICLE, id: "1" }],
		questions: [
			{ text: "when is my refund", gold: ["1"] },
			{ text: "is the earth flat", gold: [] },
		],
	});
	expect(answersOf({ data: folder, split: "test" }, "kb")).toEqual([
		"In five days.",
		"",
	]);
	expect(logged).toHaveBeenCalledWith("lone is skipped: it has no articles");
	logged.mockRestore();
});

test("names the file and line that is not an object", () => {
	write("new.test.jsonl.gz", [HELLO, [1]]);
	expect(() => findLabelledSets(folder, "test")).toThrow(
		"new.test.jsonl.gz, line 3: not a JSON object",
	);
	expect(() => findLabelledSets(join(folder, "none"), "test")).toThrow(
		"none does not exist",
	);
});
