import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, readParallelTexts } from "../map/parallel-texts.ts";

const HELP_TEXTS = 3_000;
const CHARACTERS_MAX = 400;
/** What a program fills in, and marks of its layout. */
const FILLED_IN = /\{\{?[^}]*\}?\}|<[^>]*>/g;

/** A text with its English original. */
export interface Translation {
	readonly language: string;
	readonly text: string;
	readonly english: string;
}

/**
 * The texts of programs: a folder for each program, with a JSON file of strings for each language, `en.json` among them.
 */
export function readProgramTexts(folder: string): Translation[] {
	const found: Translation[] = [];
	for (const program of readdirSync(folder).sort()) {
		const read = (language: string) => {
			const file = join(folder, program, `${language}.json`);
			return existsSync(file)
				? strings(JSON.parse(readFileSync(file, "utf8")))
				: new Map<string, string>();
		};
		const english = read("en");
		for (const language of LANGUAGES) {
			const seen = new Set<string>();
			for (const [key, text] of read(language)) {
				const original = english.get(key);
				const isUseful = original && original !== text && !seen.has(text);
				if (!isUseful || text.length > CHARACTERS_MAX) continue;
				seen.add(text);
				found.push({ language, text, english: original });
			}
		}
	}
	return found;
}

/** Paragraphs of LibreOffice's help. */
export function readHelpTexts(folder: string): Translation[] {
	return readParallelTexts(folder, HELP_TEXTS).flatMap(
		({ english, translations }) =>
			translations.map((text, i) => ({
				language: LANGUAGES[i]!,
				text,
				english,
			})),
	);
}

/** The strings of a JSON value by their path. */
function strings(
	value: unknown,
	path = "",
	found = new Map<string, string>(),
): Map<string, string> {
	if (typeof value === "string")
		found.set(path, value.replace(FILLED_IN, " ").replace(/\s+/g, " ").trim());
	else if (value && typeof value === "object")
		for (const [key, inner] of Object.entries(value))
			strings(inner, `${path}.${key}`, found);
	return found;
}
