import de from "../../../lexicons/de.json" with { type: "json" };
import en from "../../../lexicons/en.json" with { type: "json" };
import es from "../../../lexicons/es.json" with { type: "json" };
import fr from "../../../lexicons/fr.json" with { type: "json" };
import it from "../../../lexicons/it.json" with { type: "json" };
import ja from "../../../lexicons/ja.json" with { type: "json" };
import nl from "../../../lexicons/nl.json" with { type: "json" };
import pl from "../../../lexicons/pl.json" with { type: "json" };
import pt from "../../../lexicons/pt.json" with { type: "json" };
import zh from "../../../lexicons/zh.json" with { type: "json" };

/** What a sentence can report. The lists of phrases are in `lexicons`, one file a language. */
export const CUES = [
	/** Words of danger that mean none here, like "fire alarm test". They are blanked before anything else is read. */
	"harmless",
	/** The sentence is about what could happen: "what if my card is stolen". */
	"hypothetical",
	/** The sentence asks for information. */
	"question",
	/** What was wrong is over. */
	"over",
	/** It happens again, or still. */
	"renewed",
	/** A word that takes back the danger right after it: "no fire". */
	"negation",
	/** People are in danger, money is leaving, data is exposed, all is lost: urgent by itself. */
	"emergency",
	/** All users, customers or shops. */
	"everyone",
	/** Something does not work. */
	"failure",
	/** Within hours. */
	"hours",
	/** Within days. */
	"days",
	/** The customer cannot use the main thing. */
	"blocked",
	/** Money or goods are missing, overdue or taken twice. */
	"missing",
	/** The customer asked before, without an answer. */
	"unanswered",
	/** The loss is contained already. */
	"contained",
	/** It can wait, or can be worked around. */
	"workaround",
	"anger",
	"praise",
	/** What makes sarcasm of praise beside it: less than a failure. */
	"nuisance",
	/** Thanks for something that was done. */
	"thanks",
	/** Thanks of any kind, in advance too. */
	"polite",
] as const;
export type Cue = (typeof CUES)[number];

/** The phrases of one language, as regular expressions that find each of them. */
export type Lexicon = Readonly<Record<Cue, RegExp>>;

type Phrases = Readonly<Partial<Record<Cue, readonly string[]>>> & {
	readonly parts?: Readonly<Record<string, string>>;
};

const PHRASES: Readonly<Record<string, Phrases>> = {
	de,
	en,
	es,
	fr,
	it,
	ja,
	nl,
	pl,
	pt,
	zh,
};
/** ISO 639-1 codes of the languages whose signals can be read. */
export const LANGUAGES: readonly string[] = Object.keys(PHRASES);
/** Languages that are written without spaces between words. */
const UNSPACED = new Set(["ja", "zh"]);
/** Words, or characters where words are not spaced, that may stand where a phrase has a `~`. */
const GAP = String.raw`\s+(?:\S+\s+){0,6}?`;
const UNSPACED_GAP = ".{0,8}?";
/** A letter or digit of the languages that space their words: a class of the property of letters compiles for a second. */
const LETTER = String.raw`[\wÀ-ſ]`;
/** Finds nothing. */
const NEVER = /(?!)/g;

const COMPILED = new Map<string, Lexicon>();

/** The lexicon of a language by its ISO 639-1 code; undefined where there is none. */
export function lexiconOf(language: string): Lexicon | undefined {
	let lexicon = COMPILED.get(language);
	const phrases = PHRASES[language];
	if (!lexicon && phrases) {
		lexicon = compile(phrases, UNSPACED.has(language));
		COMPILED.set(language, lexicon);
	}
	return lexicon;
}

/**
 * A phrase is a regular expression over lower-case text in which a space is any white space, ` ~ ` some words in
 * between, `<name>` one of the file's parts, and `*` after a letter the rest of the word.
 */
function compile(
	{ parts = {}, ...phrases }: Phrases,
	unspaced: boolean,
): Lexicon {
	const source = (phrase: string) =>
		phrase
			.replace(/<([\p{L}_]+)>/gu, (_, name: string) => parts[name] ?? "")
			.replaceAll(/ ?~ ?/g, unspaced ? UNSPACED_GAP : GAP)
			.replaceAll(/(?<=(?<!\\)\p{L})\*/gu, `${LETTER}*`)
			.replaceAll(" ", String.raw`\s+`);
	const regExp = (cue: Cue) => {
		const all = phrases[cue] ?? [];
		if (all.length === 0) return NEVER;
		const any = all.map(source).join("|");
		return unspaced
			? new RegExp(any, "g")
			: new RegExp(`(?<!${LETTER})(?:${any})(?!${LETTER})`, "g");
	};
	return Object.fromEntries(CUES.map((cue) => [cue, regExp(cue)])) as Record<
		Cue,
		RegExp
	>;
}
