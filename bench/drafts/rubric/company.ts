import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DraftRequest } from "@supportdesk/ai/drafts/draft.ts";
import type { Article } from "../../search/sets.ts";
import { manual } from "./manual.ts";
import type { Rule } from "./rule.ts";

const FOLDER = join(import.meta.dirname, "articles");

/** The articles of an invented company that rents bikes, by their ids. */
export function companyArticles(): Map<string, Article> {
	const articles = readdirSync(FOLDER)
		.sort()
		.map((file): Article => {
			const [heading = "", ...rest] = readFileSync(
				join(FOLDER, file),
				"utf8",
			).split("\n");
			const id = basename(file, ".md");
			return {
				id,
				title: heading.replace(/^# /, ""),
				body: rest.join("\n").trim(),
			};
		});
	return new Map([...articles, manual()].map((one) => [one.id, one]));
}

/** What search says of an article in whose words a question is asked. */
const RELEVANCE = 0.9;

/** A rule's question with the article that it is about. */
export function requestFor(
	{ article, question }: Rule,
	articles: ReadonlyMap<string, Article>,
): DraftRequest {
	const { id, title, body } = articles.get(article)!;
	const source = {
		articleId: id,
		title,
		body,
		relevanceScore: RELEVANCE,
		passages: [],
	};
	return { question, contactName: "Mia Berg", sources: [source] };
}
