import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface DemoArticle {
	/** The stable name of the file. */
	readonly slug: string;
	readonly title: string;
	readonly tags: string[];
	/** Markdown. */
	readonly body: string;
}

const FOLDER = join(import.meta.dirname, "articles");
// "# Title", "Tags: a, b", an empty line, and the text.
const FORM = /^# (?<title>.+)\nTags: (?<tags>.+)\n\n(?<body>[\s\S]+)$/;

/** The demo's help centre: one Markdown file for each article. */
export function readDemoArticles(): DemoArticle[] {
	return readdirSync(FOLDER)
		.sort()
		.map((file) => {
			const parts = FORM.exec(readFileSync(join(FOLDER, file), "utf8"))?.groups;
			if (!parts) throw new Error(`${file} is not a demo article.`);
			return {
				slug: file.replace(/\.md$/, ""),
				title: parts.title!,
				tags: parts.tags!.split(", "),
				body: parts.body!.trim(),
			};
		});
}
