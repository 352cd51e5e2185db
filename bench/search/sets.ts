import { namesOf, readRows } from "../data-folder.ts";

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

/** Articles, and questions with known right articles. */
export interface RetrievalSet {
	readonly name: string;
	readonly articles: readonly Article[];
	readonly questions: readonly Question[];
}

const OUT_OF_SCOPE = "NO_NODES_DETECTED"; // HINT3's label of questions without an answer

/**
 * The retrieval sets of a folder, found by the names of its files: `<name>.corpus.jsonl.gz` with
 * `<name>.queries.<split>.jsonl.gz`, and HINT3's bots, whose training phrasings of a question become one article. A set
 * without articles or questions is reported on standard error and skipped.
 */
export function loadRetrievalSets(
	folder: string,
	split: string,
): RetrievalSet[] {
	const corpora = namesOf(folder, `.queries.${split}.jsonl.gz`).map((name) =>
		corpusSet(folder, name, split),
	);
	const bots = namesOf(folder, `.${split}.jsonl.gz`)
		.filter((name) => name.startsWith("hint3-"))
		.map((name) => botSet(folder, name, split));
	return [...corpora, ...bots].filter(isMeasurable);
}

function isMeasurable({ name, articles, questions }: RetrievalSet): boolean {
	if (articles.length > 0 && questions.length > 0) return true;
	const missing = articles.length > 0 ? "questions" : "articles";
	console.error(`${name} is skipped: it has no ${missing}`);
	return false;
}

function corpusSet(folder: string, name: string, split: string): RetrievalSet {
	return {
		name,
		articles: readRows(folder, `${name}.corpus.jsonl.gz`).map((row) => ({
			id: String(row.id),
			title: String(row.title ?? ""),
			body: String(row.body ?? ""),
		})),
		questions: readRows(folder, `${name}.queries.${split}.jsonl.gz`).map(
			({ query, gold }) => ({
				text: String(query ?? ""),
				gold: [gold ?? []].flat().map(String),
			}),
		),
	};
}

function botSet(folder: string, name: string, split: string): RetrievalSet {
	const phrasings = new Map<string, string[]>();
	for (const row of readRows(folder, `${name}.train.jsonl.gz`)) {
		if (row.label === OUT_OF_SCOPE) continue;
		const label = String(row.label);
		phrasings.set(label, [
			...(phrasings.get(label) ?? []),
			String(row.text ?? ""),
		]);
	}
	return {
		name,
		articles: [...phrasings].map(([id, [title = "", ...others]]) => ({
			id,
			title,
			body: others.join("\n\n") || title,
		})),
		questions: readRows(folder, `${name}.${split}.jsonl.gz`).map((row) => ({
			text: String(row.text ?? ""),
			gold: phrasings.has(String(row.label)) ? [String(row.label)] : [],
		})),
	};
}
