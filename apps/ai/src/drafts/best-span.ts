import { stem } from "@supportdesk/text/stem.ts";
import { cosine, type InstantEncoder } from "../encoder/encoder.ts";
import { wordsOf } from "../learn/ngrams.ts";
import type { Unit } from "./article-units.ts";

/**
 * Words of an answer. Reference answers have 168 on average on WixQA and 51 on TechQA; of 110, 130, 150 and 190, more
 * gains on the first and loses on the second.
 */
const WORDS_AIM = 130;
/** A list that has begun is finished up to here: half of a procedure is worse than none. */
const WORDS_MAX = 220;
/** A paragraph is finished up to here: of 150, 160, 180 and 200 the best on WixQA; on TechQA they are equal. */
const PARAGRAPH_WORDS_MAX = 180;
/** Weight of shared words relative to the cosine. Without it 4 to 7 points of token F1 are lost; 2 is no better. */
const WORDS_WEIGHT = 0.5;

/** Units of a long page; each span costs a tenth of a millisecond, and nothing else runs meanwhile. */
const STARTS_MAX = 400;

/** Neighbouring units, from `begin` to before `end`. */
export interface Span {
	readonly begin: number;
	readonly end: number;
}

/**
 * The part of an article that answers a question best; undefined for an article without any sentence. The instant
 * encoder chooses: on WixQA MiniLM chose no better (token F1 .435 against .431), and took a hundred times as long.
 */
export function bestSpan(
	question: string,
	title: string,
	units: readonly Unit[],
	encoder: InstantEncoder,
): Span | undefined {
	const spans = startsOf(question, units).map((begin) =>
		spanFrom(begin, units),
	);
	const texts = spans.map((span) => `${title}. ${textOf(units, span)}`);
	const shared = sharedWords(question, texts);
	const questionVector = encoder.embedNow(question);
	let found: Span | undefined;
	let highest = Number.NEGATIVE_INFINITY;
	texts.forEach((text, i) => {
		const score =
			cosine(encoder.embedNow(text), questionVector) +
			WORDS_WEIGHT * shared[i]!;
		if (score > highest) {
			highest = score;
			found = spans[i];
		}
	});
	return found && wholeParts(units, found);
}

/** The units a span may begin with: all of them, or in a very long article those that share words with the question. */
function startsOf(question: string, units: readonly Unit[]): number[] {
	const all = units.map((_, i) => i);
	if (units.length <= STARTS_MAX) return all;
	const questionStems = stemsOf(question);
	const shared = units.map(
		({ text }) => stemsOf(text).intersection(questionStems).size,
	);
	return all.sort((a, b) => shared[b]! - shared[a]!).slice(0, STARTS_MAX);
}

/**
 * As many units from this one on as an answer should have. Where the article ends before that, those before it are taken
 * too: the last sentence alone may score highest, and "Follow it." alone is useless.
 */
function spanFrom(from: number, units: readonly Unit[]): Span {
	let begin = from;
	let end = from;
	let words = 0;
	const fits = (unit: Unit | undefined): unit is Unit =>
		unit !== undefined && words + unit.wordCount <= WORDS_AIM;
	do {
		words += units[end]!.wordCount;
		end++;
	} while (fits(units[end]));
	while (end === units.length && fits(units[begin - 1])) {
		begin--;
		words += units[begin]!.wordCount;
	}
	return { begin, end };
}

function textOf(units: readonly Unit[], { begin, end }: Span): string {
	return units
		.slice(begin, end)
		.map(({ text }) => text)
		.join(" ");
}

/** For each text the share, 0 to 1, of the question's words it has; rare words count more. */
function sharedWords(question: string, texts: readonly string[]): number[] {
	const questionStems = stemsOf(question);
	const had = texts.map((text) => stemsOf(text).intersection(questionStems));
	const weights = new Map<string, number>();
	let total = 0;
	for (const word of questionStems) {
		const count = had.filter((words) => words.has(word)).length;
		const weight = count === 0 ? 0 : Math.log(1 + texts.length / count);
		weights.set(word, weight);
		total += weight;
	}
	if (total === 0) return texts.map(() => 0);
	return had.map((words) => {
		let sum = 0;
		for (const word of words) sum += weights.get(word)!;
		return sum / total;
	});
}

function stemsOf(text: string): Set<string> {
	return new Set(wordsOf(text).map(stem));
}

/**
 * Extends a span to whole lists and paragraphs and to the line or heading that introduces them, as far as there is room.
 */
function wholeParts(units: readonly Unit[], span: Span): Span {
	let { begin, end } = span;
	let words = units
		.slice(begin, end)
		.reduce((sum, { wordCount }) => sum + wordCount, 0);
	/** Room for a unit of the same list or paragraph as its neighbour in the span. */
	const belongs = (unit: Unit | undefined, neighbour: Unit, item: Unit) => {
		if (!unit) return false;
		const isList = item.kind === "item";
		if (!isList && unit.block !== neighbour.block) return false;
		return words + unit.wordCount <= (isList ? WORDS_MAX : PARAGRAPH_WORDS_MAX);
	};
	for (
		let first = units[begin]!;
		belongs(units[begin - 1], first, first);
		first = units[begin]!
	) {
		begin--;
		words += units[begin]!.wordCount;
	}
	if (units[begin - 1]?.kind === "heading") begin--;
	while (units[end] && belongs(units[end], units[end - 1]!, units[end]!)) {
		words += units[end]!.wordCount;
		end++;
	}
	// A heading is no end.
	while (end > begin && units[end - 1]!.kind === "heading") end--;
	return { begin, end };
}
