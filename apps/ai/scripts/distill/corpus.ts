import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * The text the table learns from, with the fields that hold it. Left out on purpose: every set whose licence is
 * non-commercial or unclear (`nc-`), and the sets that measure what an unseen business gets (HINT3, Banking77,
 * MultiDoGO) and how well search finds articles (WixQA, TechQA, StackFAQ).
 */
const SOURCES: readonly (readonly [file: string, fields: readonly string[]])[] =
	[
		["clinc150.train", ["text"]],
		["hwu64.train", ["text"]],
		["bitext20k.train", ["text"]],
		["bitext4k-responses", ["text", "response"]],
		["goemotions.train", ["text"]],
		["uci-sentiment.train", ["text"]],
		["endava-tickets.train", ["title", "body"]],
		["abcd-guidelines.corpus", ["title", "description", "body"]],
	];

/** Longer texts are cut into pieces of whole sentences of about this many characters. */
const CHUNK_CHARACTERS = 240;

/** Every distinct text of the sources that are in the folder. */
export function readCorpus(folder: string): string[] {
	const texts = new Set<string>();
	for (const [name, fields] of SOURCES) {
		const file = join(folder, `${name}.jsonl.gz`);
		if (!existsSync(file)) throw new Error(`${file} is missing`);
		const lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
		for (const line of lines) {
			if (line === "") continue;
			const row = JSON.parse(line) as Record<string, unknown>;
			for (const field of fields)
				for (const text of chunks(String(row[field] ?? ""))) texts.add(text);
		}
	}
	return [...texts];
}

function chunks(text: string): string[] {
	const result: string[] = [];
	let chunk = "";
	for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
		if (chunk && chunk.length + sentence.length > CHUNK_CHARACTERS) {
			result.push(chunk);
			chunk = "";
		}
		chunk = chunk ? `${chunk} ${sentence}` : sentence;
	}
	result.push(chunk);
	return result.map((part) => part.trim()).filter((part) => part !== "");
}
