/** Languages that their letters give away. Cyrillic is read as Russian unless a letter of Ukrainian stands in it. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
	[/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
	[/\p{Script=Han}/gu, "zh"],
	[/\p{Script=Hangul}/gu, "ko"],
	[/\p{Script=Cyrillic}/gu, "ru"],
	[/\p{Script=Greek}/gu, "el"],
	[/\p{Script=Hebrew}/gu, "he"],
	[/\p{Script=Arabic}/gu, "ar"],
	[/\p{Script=Devanagari}/gu, "hi"],
	[/\p{Script=Thai}/gu, "th"],
	[/\p{Script=Latin}/gu, "latin"],
];
/** Most texts are written in Latin letters alone. */
const OF_ANOTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Inherited}'’ ]/u;
const UKRAINIAN = /[іїєґ]/u;
/** A sign of Chinese or Japanese is a syllable or a word, worth this many letters. */
const LETTERS_A_SIGN = 3;
/** Of a text's letters. Names and product words stand in Latin letters in every language. */
const SHARE_MIN = 0.4;
/** Chinese has no kana; a Japanese text has at least these, of its signs. */
const KANA_SHARE_MIN = 0.1;
/** Fewer signs of Chinese may be Japanese without kana: `返金` is a word of both. */
const CHINESE_SIGNS_MIN = 4;

/** The language that is known by its script, `latin` for many languages, or undefined for none. */
export function languageOfScript(words: readonly string[]): string | undefined {
	const text = words.join(" ");
	if (text !== "" && !OF_ANOTHER_SCRIPT.test(text)) return "latin";
	const counts = new Map(
		SCRIPTS.map(([script, language]) => [
			language,
			text.match(script)?.length ?? 0,
		]),
	);
	const kana = counts.get("ja")!;
	const signs = kana + counts.get("zh")!;
	const isJapanese = kana > KANA_SHARE_MIN * signs;
	counts.set("ja", isJapanese ? LETTERS_A_SIGN * signs : 0);
	counts.set("zh", isJapanese ? 0 : LETTERS_A_SIGN * signs);
	counts.set("ko", LETTERS_A_SIGN * counts.get("ko")!);
	const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
	const latin = counts.get("latin")!;
	counts.delete("latin");
	const [language, count] = [...counts].sort(([, a], [, b]) => b - a)[0]!;
	if (total === 0) return undefined;
	if (count >= SHARE_MIN * total) {
		if (language === "zh" && signs < CHINESE_SIGNS_MIN) return undefined;
		return language === "ru" && UKRAINIAN.test(text) ? "uk" : language;
	}
	return latin > (1 - SHARE_MIN) * total ? "latin" : undefined;
}
