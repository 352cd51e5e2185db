import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Article } from "../../search/sets.ts";
import { manual } from "./manual.ts";

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
