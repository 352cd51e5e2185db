import { stem } from "@supportdesk/text/stem.ts";
import type { Unit } from "./article-units.ts";
import { isNegated } from "./closed-question.ts";
import { looksLikeInstruction } from "./instruction-like.ts";
import { numbersInWords } from "./number-words.ts";
import { countWords, hasCjk, informativeStems } from "./words.ts";

/** Share of a sentence's informative words that the cited passage must contain. Below it, the rest is invented. */
const SHARED_MIN = 0.7;
/** Words that say nothing about a sentence's claim. */
const FILLER = new Set(
	`the and for you your with this that are can will from have has was were been its our may must should would could
	then than them they their there here please also just after before when where which what who how any all some into
	onto out not`.split(/\s+/),
);
/** A denial must be said of the same thing: of “Helmets cannot be returned. Locks can.” comes “Locks cannot be returned.” */
const DENIED_SHARED_MIN = 0.85;
const WITHOUT = /\bwithout\b/i;
const STEP = /^\s{0,20}\(?\d{1,3}[.):]\s/gm;
/**
 * Patterns that must never be invented: numbers, addresses, and anything that looks like one. An address is looked for where it
 * can begin and not at each of its characters, or a long word takes the square of its length.
 */
const EXACT =
	/https?:\/\/\S+|(?<!\S)\S+@\S+|\b(?<!\w[-.])\w+(?:[-.]\w+)*\.(?:com|net|org|io|dev)\b|\d+(?:[.,:]\d+)*/gi;

/**
 * Whether a sentence says only what a passage says: it shares the passage's words, has no number, link or address of
 * its own, and does not turn a statement into its opposite. This errs on the side of dropping.
 */
export function isSupported(
	sentence: string,
	passage: readonly Unit[],
	language?: string,
): boolean {
	if (looksLikeInstruction(sentence)) return false;
	const words = tellingWords(sentence);
	if (words.size === 0 || countWords(sentence) < 2) return false;
	const whole = passage.map(({ text }) => text).join("\n");
	if (share(words, tellingWords(whole)) < SHARED_MIN) return false;
	const given = exactParts(whole);
	for (const part of exactParts(sentence)) if (!given.has(part)) return false;
	const [found, shared] = nearest(words, passage);
	const denies = (text: string) =>
		WITHOUT.test(text) || isNegated(text, language);
	if (denies(sentence) !== denies(found)) return false;
	return !denies(sentence) || shared >= DENIED_SHARED_MIN;
}

const SENTENCE_END = /(?<=[.!?;:])\s+|(?<=[。！？])/;

/**
 * The fewest units of a passage, in its order, that support a sentence which the whole passage supports: the one that
 * shares most words, and those that add what is still missing.
 */
export function supportingUnits(
	sentence: string,
	passage: readonly Unit[],
	language?: string,
): Unit[] {
	const chosen = new Set<Unit>();
	const missing = new Set([...tellingWords(sentence), ...exactParts(sentence)]);
	const partsOf = ({ text }: Unit) =>
		new Set([...tellingWords(text), ...exactParts(text)]);
	const parts = new Map(passage.map((unit) => [unit, partsOf(unit)]));
	for (;;) {
		const inOrder = passage.filter((unit) => chosen.has(unit));
		if (chosen.size > 0 && isSupported(sentence, inOrder, language))
			return inOrder;
		const [next] = passage
			.filter((unit) => !chosen.has(unit))
			.map((unit) => ({
				unit,
				adds: parts.get(unit)!.intersection(missing).size,
			}))
			.sort((a, b) => b.adds - a.adds);
		if (!next) return inOrder;
		chosen.add(next.unit);
		for (const part of parts.get(next.unit)!) missing.delete(part);
	}
}

/** The numbers, links and addresses of a text, but for the numbers of its steps; numbers in words too. */
function exactParts(text: string): Set<string> {
	const plain = text.replace(STEP, "").toLowerCase();
	const parts = plain.match(EXACT) ?? [];
	return new Set([
		...parts.map((part) => part.replace(/[.,:;!?)\]]{1,20}$/, "")),
		...numbersInWords(plain),
	]);
}

/** The sentence that shares most words, and their share. */
function nearest(
	words: ReadonlySet<string>,
	passage: readonly Unit[],
): [text: string, shared: number] {
	let found = "";
	let most = -1;
	for (const { text } of passage)
		for (const sentence of text.split(SENTENCE_END)) {
			const shared = share(words, tellingWords(sentence));
			if (shared > most) {
				most = shared;
				found = sentence;
			}
		}
	return [found, most];
}

function share(words: ReadonlySet<string>, of: ReadonlySet<string>): number {
	let count = 0;
	for (const word of words) if (of.has(word)) count++;
	return count / words.size;
}

function tellingWords(text: string): Set<string> {
	if (hasCjk(text)) return informativeStems(text);
	const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
	return new Set(words.filter((word) => !FILLER.has(word)).map(stem));
}
