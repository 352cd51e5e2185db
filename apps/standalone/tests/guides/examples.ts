import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../gateway/guides/", import.meta.url);

export const LANGUAGES = ["sh", "ts", "python"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The guides that the documentation shows, by name. */
export const GUIDES = readdirSync(FOLDER).map((file) =>
	file.replace(/\.md$/, ""),
);

// Guides behind the first one begin where its first example ends.
const BEGINNING = examplesIn("quickstart");

/** A guide's examples in one language as one program, in their order. */
export function programOf(guide: string, language: Language): string {
	const [setUp = ""] = BEGINNING[language];
	const isFirst = guide === "quickstart";
	return [...(isFirst ? [] : [setUp]), ...examplesIn(guide)[language]].join(
		"\n",
	);
}

/** The examples of a guide in each language. Code for a console is not among them: it installs and starts things. */
export function examplesIn(guide: string): Record<Language, string[]> {
	const text = readFileSync(new URL(`${guide}.md`, FOLDER), "utf8");
	const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
	const of = (language: Language) =>
		blocks.filter(([, info]) => info === language).map(([, , code]) => code!);
	return { sh: of("sh"), ts: of("ts"), python: of("python") };
}
