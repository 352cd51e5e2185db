import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export interface Article {
	readonly id: string;
	readonly title: string;
	readonly body: string;
}

export interface Question {
	readonly text: string;
	/** Ids of the articles that answer it; empty when none does. */
	readonly gold: readonly string[];
}

/** Articles, and questions whose right articles are known. */
export interface RetrievalSet {
	readonly name: string;
	readonly articles: readonly Article[];
	readonly questions: readonly Question[];
}

const OUT_OF_SCOPE = "NO_NODES_DETECTED"; // HINT3's label of questions that the bot has no answer to

export function readRows(folder: string, file: string) {
	return gunzipSync(readFileSync(join(folder, file)))
		.toString("utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/**
 * The retrieval sets of a folder, found by the names of its files: `<name>.corpus.jsonl.gz` with
 * `<name>.queries.<split>.jsonl.gz`, and HINT3's bots, whose known wordings of a question become one article.
 */
export function loadRetrievalSets(
	folder: string,
	split: string,
): RetrievalSet[] {
	const files = new Set(readdirSync(folder));
	const names = (suffix: string) =>
		[...files]
			.filter((file) => file.endsWith(suffix))
			.map((file) => file.slice(0, -suffix.length))
			.sort();
	const corpora = names(`.queries.${split}.jsonl.gz`)
		.filter((name) => files.has(`${name}.corpus.jsonl.gz`))
		.map((name) => corpusSet(folder, name, split));
	const bots = names(`.${split}.jsonl.gz`)
		.filter((name) => name.startsWith("hint3-"))
		.filter((name) => files.has(`${name}.train.jsonl.gz`))
		.map((name) => botSet(folder, name, split));
	return [...corpora, ...bots];
}

function corpusSet(folder: string, name: string, split: string): RetrievalSet {
	return {
		name,
		articles: readRows(folder, `${name}.corpus.jsonl.gz`).map((row) => ({
			id: String(row.id),
			title: String(row.title),
			body: String(row.body),
		})),
		questions: readRows(folder, `${name}.queries.${split}.jsonl.gz`).map(
			(row) => ({ text: String(row.query), gold: row.gold as string[] }),
		),
	};
}

function botSet(folder: string, name: string, split: string): RetrievalSet {
	const wordings = new Map<string, string[]>();
	for (const row of readRows(folder, `${name}.train.jsonl.gz`)) {
		if (row.label === OUT_OF_SCOPE) continue;
		const label = String(row.label);
		wordings.set(label, [...(wordings.get(label) ?? []), String(row.text)]);
	}
	return {
		name,
		articles: [...wordings].map(([id, [title = "", ...others]]) => ({
			id,
			title,
			body: others.join("\n\n") || title,
		})),
		questions: readRows(folder, `${name}.${split}.jsonl.gz`).map((row) => ({
			text: String(row.text),
			gold: wordings.has(String(row.label)) ? [String(row.label)] : [],
		})),
	};
}
