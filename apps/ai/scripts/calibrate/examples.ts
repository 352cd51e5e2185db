import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
	type Example,
	OTHER_INTENT,
	ticketText,
} from "../../src/signals/task.ts";

/** Texts of each set, so that no business weighs more than another. */
const TEXTS_PER_SET = 600;
/** Texts without an intent of ours among them: about the share that public bots get. */
const OUT_OF_SCOPE_PER_SET = 100;

/** Evenly spread texts of a set with the intents of ours that its labels stand for. */
export function readExamples(folder: string, set: string): Example[] {
	const { map: intents } = JSON.parse(
		readFileSync(join(folder, "taxonomy.json"), "utf8"),
	) as { map: Record<string, Record<string, string>> };
	const file = join(folder, `${set}.train.jsonl.gz`);
	const rows = gunzipSync(readFileSync(file))
		.toString("utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as { text: string; label: string });
	const known = rows.flatMap(({ text, label }) => {
		const intent = intents[set]?.[label];
		return intent ? [{ text, label: intent }] : [];
	});
	const outOfScope = rows
		.filter(({ label }) => label === "oos")
		.map(({ text }) => ({ text, label: OTHER_INTENT }));
	return [
		...spread(known, TEXTS_PER_SET),
		...spread(outOfScope, OUT_OF_SCOPE_PER_SET),
	];
}

/** Whole tickets, longer than the questions of the public sets; see bench/ai/gold. */
export function readDevelopmentTickets(): Example[] {
	const file = new URL(
		"../../../../bench/ai/gold/development.jsonl",
		import.meta.url,
	);
	return readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, string>)
		.map(({ subject = "", body = "", intent = "" }) => ({
			text: ticketText(subject, body),
			label: intent,
		}));
}

function spread<T>(items: readonly T[], count: number): T[] {
	const step = Math.max(1, items.length / count);
	const picked: T[] = [];
	for (let at = 0; at < items.length; at += step)
		picked.push(items[Math.floor(at)]!);
	return picked;
}
