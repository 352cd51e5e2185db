import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Article, Question, RetrievalSet } from "../search/sets.ts";

const NO_ARTICLE = "none";

/** A question of a class, such as `typing errors`. */
export interface ClassQuestion extends Question {
	readonly className: string;
}

/** The help centre of an invented company, and questions to it. */
export interface Company extends RetrievalSet {
	readonly questions: readonly ClassQuestion[];
}

/**
 * Reads a company of this folder: `articles.md`, where `# id: title` begins an article, and `questions.md`, where `# class`
 * begins a class of questions, each a line `ids: text`. The mails have several lines and are separated by `---`.
 * @throws Error for a question whose article does not exist
 */
export function readCompany(name: string): Company {
	const read = (file: string) =>
		sectionsOf(readFileSync(join(import.meta.dirname, name, file), "utf8"));
	const articles = read("articles.md").map(articleFrom);
	const ids = new Set(articles.map(({ id }) => id));
	const questions = read("questions.md").flatMap(([className, text]) =>
		(className === "mail" ? text.split(/\n---\n/) : text.split("\n")).map(
			(entry) => questionFrom(className, entry, ids),
		),
	);
	return { name, articles, questions };
}

/** The headings of the first level with the text below each. */
function sectionsOf(text: string): [heading: string, text: string][] {
	return text
		.split(/^# /m)
		.slice(1)
		.map((section) => {
			const end = section.indexOf("\n");
			return [section.slice(0, end), section.slice(end).trim()];
		});
}

function articleFrom([heading, body]: [string, string]): Article {
	const [id = "", ...title] = heading.split(": ");
	return { id, title: title.join(": "), body };
}

function questionFrom(
	className: string,
	entry: string,
	ids: ReadonlySet<string>,
): ClassQuestion {
	const [, right = "", text = ""] = /^([\w,-]+)(?:: |\n)(.+)$/s.exec(entry)!;
	const gold = right === NO_ARTICLE ? [] : right.split(",");
	for (const id of gold)
		if (!ids.has(id)) throw new Error(`there is no article ${id}: ${text}`);
	return { className, text, gold };
}
