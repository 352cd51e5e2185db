import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, expect, test } from "vitest";

const folder = makeTempFolder("evaluate");
afterAll(() => rmSync(folder, { recursive: true }));

const entry = fileURLToPath(
	new URL("../src/evaluate/main.ts", import.meta.url),
);

/** Runs the command without MiniLM, as on a machine that could not download it. */
async function run(...args: string[]) {
	const { stdout } = await promisify(execFile)(process.execPath, [
		entry,
		"--models",
		folder,
		...args,
	]);
	return stdout;
}

function file(name: string, rows: readonly object[]): string {
	const path = join(folder, name);
	const text = rows.map((row) => JSON.stringify(row)).join("\n");
	writeFileSync(path, name.endsWith(".gz") ? gzipSync(text) : text);
	return path;
}

test("says how well the general model does", async () => {
	const data = file("data.jsonl.gz", [
		{ text: "where is my parcel", label: "order_status" },
		{ text: "I forgot my password", label: "account_access" },
	]);
	expect(JSON.parse(await run("--data", data, "--json"))).toMatchObject({
		task: "intent",
		encoder: "static-256-1",
		trained: 0,
		n: 2,
		accuracy: 1,
		macro_f1: 1,
		confusion: { order_status: { order_status: 1 } },
	});
	expect(await run("--data", data)).toContain("accuracy   1");
});

test("learns any labels from --train first", async () => {
	const train = file("train.jsonl", [
		{ text: "water the roses", label: "flowers" },
		{ text: "plant tulips", label: "flowers" },
		{ text: "fix the engine", label: "cars" },
		{ text: "change the tyres", label: "cars" },
	]);
	const data = file("garden.jsonl", [
		{ text: "tulips and roses", label: "flowers" },
		{ text: "engine and tyres", label: "cars" },
	]);
	const output = await run("--data", data, "--train", train, "--json");
	expect(JSON.parse(output)).toMatchObject({ trained: 4, accuracy: 1 });
});

test.each([
	["urgency", "Our whole production system is down!", "urgent"],
	["sentiment", "Thank you so much, that fixed it!", "positive"],
])("measures %s", async (task, text, label) => {
	const data = file(`${task}.jsonl`, [{ text, label }]);
	const json = await run("--data", data, "--task", task, "--json");
	expect(JSON.parse(json)).toMatchObject({
		task,
		n: 1,
		accuracy: 1,
		ece: null,
		confusion: { [label]: { [label]: 1 } },
	});
	const trained = file(`${task}.train.jsonl.gz`, [
		{ text: "the water is hot", label: "warm" },
		{ text: "the water is icy", label: "cold" },
	]);
	const cold = file(`${task}.cold.jsonl.gz`, [
		{ text: "icy water", label: "cold" },
	]);
	const own = ["--data", cold, "--train", trained, "--task", task, "--json"];
	expect(JSON.parse(await run(...own))).toMatchObject({
		task,
		trained: 2,
		accuracy: 1,
		ece: expect.any(Number),
	});
});

function bytes(name: string, content: string | Uint8Array): string {
	const path = join(folder, name);
	writeFileSync(path, content);
	return path;
}

const HELLO = `${JSON.stringify({ text: "hello there", label: "small_talk" })}\n`;

test.each([
	["no such file", () => join(folder, "none"), "is not there"],
	["a folder", () => folder, "is a folder"],
	["nothing", () => bytes("nothing", ""), "is empty"],
	["blank lines", () => bytes("blank", "\n \r\n"), "is empty"],
	[
		"a line that is no JSON",
		() => bytes("broken", `${HELLO}{oops`),
		"broken, line 2: not a JSON object",
	],
	[
		"a text without a label",
		() => bytes("unlabelled", '{"text":"no label"}'),
		"unlabelled, line 1",
	],
	[
		"an empty label",
		() => bytes("empty-label", '{"text":"hello","label":""}'),
		"empty-label, line 1",
	],
	[
		"a cut-off gzip",
		() => bytes("cut.gz", gzipSync(HELLO.repeat(99)).subarray(0, -9)),
		"is cut off: its gzip ends too early",
	],
	[
		"labels that are none of ours",
		() => file("garden-only.jsonl", [{ text: "tulips", label: "garden" }]),
		"--train FILE teaches others",
	],
])("says what is wrong with %s", async (_, given, complaint) => {
	await expect(run("--data", given())).rejects.toMatchObject({
		code: 1,
		stdout: "",
		stderr: expect.stringContaining(complaint),
	});
});

test("knows its tasks", async () => {
	const data = bytes("hello", HELLO);
	await expect(run("--data", data, "--task", "x")).rejects.toMatchObject({
		stderr: expect.stringContaining("--task is one of intent"),
	});
});

test.each([["--nothing"], ["--data"], ["--data", "one", "two"]])(
	"says in a line what is wrong with %j",
	async (...args) => {
		await expect(run(...args)).rejects.toMatchObject({
			code: 1,
			stdout: "",
			stderr: expect.not.stringMatching(/\n./),
		});
	},
);

test("reads files from Windows", async () => {
	const data = bytes("windows", `\uFEFF${HELLO.replace("\n", "\r\n")}\r\n`);
	expect(JSON.parse(await run("--data", data, "--json")).n).toBe(1);
});

test("counts labels that every object has a property of", async () => {
	const labels = ["__proto__", "constructor"];
	const data = file(
		"properties.jsonl",
		labels.map((label) => ({ text: `about ${label}`, label })),
	);
	const result = JSON.parse(
		await run("--data", data, "--train", data, "--json"),
	);
	expect(Object.keys(result.confusion)).toEqual(labels);
});
