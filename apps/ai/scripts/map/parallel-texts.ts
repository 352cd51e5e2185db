import { globSync, readFileSync } from "node:fs";

/** Folders of LibreOffice's help (Debian's `libreoffice-help-*`), the first in English. */
const FOLDERS = [
	"en-US",
	"de",
	"fr",
	"es",
	"it",
	"pt-BR",
	"nl",
	"pl",
	"ja",
	"zh-CN",
];
/** In the order of {@link ParallelText.translations}, as ISO 639-1 says them. */
export const LANGUAGES = FOLDERS.slice(1).map((name) => name.slice(0, 2));
const CHARACTERS_MIN = 8;
/** Questions and passages are short, and long texts take long. */
const CHARACTERS_MAX = 170;
const PARAGRAPH =
	/<(?:p|h[1-3])\s[^>]*?id="((?:par_|hd_)[^"]+)"[^>]*>(.*?)<\/(?:p|h[1-3])>/gsu;
const ENTITIES: Readonly<Record<string, string>> = {
	"&amp;": "&",
	"&lt;": "<",
	"&gt;": ">",
	"&quot;": '"',
	"&nbsp;": " ",
};

/** A paragraph in English and its translations. */
export interface ParallelText {
	readonly english: string;
	readonly translations: readonly string[];
}

/** Paragraphs of the help that are there in all ten languages, `count` of them from everywhere in it. */
export function readParallelTexts(
	folder: string,
	count: number,
): ParallelText[] {
	const [english, ...others] = FOLDERS.map((name) => paragraphs(folder, name));
	const all: ParallelText[] = [];
	const seen = new Set<string>();
	for (const [id, text] of english!) {
		const translations = others.map((own) => own.get(id));
		const isComplete = translations.every(
			(own) => own !== undefined && own !== text,
		);
		if (!isComplete || seen.has(text)) continue;
		seen.add(text);
		all.push({ english: text, translations: translations as string[] });
	}
	return everywhere(all, count);
}

/** So many, at equal distances. */
export function everywhere<T>(all: readonly T[], count: number): T[] {
	const step = Math.max(1, all.length / count);
	return Array.from(
		{ length: Math.min(count, all.length) },
		(_, i) => all[Math.floor(i * step)]!,
	);
}

function paragraphs(folder: string, language: string): Map<string, string> {
	const found = new Map<string, string>();
	const root = `${folder}/usr/share/libreoffice/help/${language}/text`;
	for (const page of globSync("**/*.html", { cwd: root }).sort())
		for (const [, id, inner] of readFileSync(
			`${root}/${page}`,
			"utf8",
		).matchAll(PARAGRAPH)) {
			const text = plain(inner!);
			if (text.length >= CHARACTERS_MIN && text.length <= CHARACTERS_MAX)
				found.set(`${page}#${id}`, text);
		}
	return found;
}

function plain(inner: string): string {
	return inner
		.replace(/<[^>]*>/g, "")
		.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity]!)
		.replace(/\s+/g, " ")
		.trim();
}
