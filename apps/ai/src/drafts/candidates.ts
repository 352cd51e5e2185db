import type { Unit } from "./article-units.ts";
import { type Asked, coverageOf } from "./asked.ts";
import { type Part, type Span, wordsOfSpan } from "./parts.ts";

/**
 * Words of an answer. Reference answers have 168 on average on WixQA and 51 on TechQA; of 110, 130, 150 and 190, more
 * gains on the first and loses on the second.
 */
export const WORDS_AIM = 130;
/** A longer paragraph is a page that lost its structure. */
const FLAT_WORDS_MIN = 100;
/** Words by which a place in a paragraph is judged. */
const WINDOW_WORDS = 60;
/** Candidates of a long page that are compared by their embeddings, which take a tenth of a millisecond each. */
const CANDIDATES_MAX = 200;

/** A place in an article that may hold the answer. */
export interface Candidate extends Span {
	readonly part: number;
	/** The share, 0 to 1, of the question's informative words that it and its heading have; rare words count more. */
	readonly coverage: number;
}

/** The places to compare: each sentence with some after it, each list, each row. Of many, those that share most words. */
export function candidatesOf(
	asked: Asked,
	units: readonly Unit[],
	parts: readonly Part[],
): Candidate[] {
	const toCandidate = (part: Part, at: number, span: Span): Candidate => {
		const places = part.heading < 0 ? [] : [part.heading];
		for (let i = span.begin; i < span.end; i++) places.push(i);
		return { ...span, part: at, coverage: coverageOf(asked, places) };
	};
	const candidates = parts.flatMap((part, at) =>
		placesIn(asked, units, part).map((span) => toCandidate(part, at, span)),
	);
	if (candidates.length === 0)
		return parts.map((part, at) => toCandidate(part, at, part));
	if (candidates.length <= CANDIDATES_MAX) return candidates;
	return candidates
		.sort((a, b) => b.coverage - a.coverage)
		.slice(0, CANDIDATES_MAX);
}

function placesIn({ had }: Asked, units: readonly Unit[], part: Part): Span[] {
	const { begin, end, kind } = part;
	const each = Array.from({ length: end - begin }, (_, i) => begin + i);
	if (kind === "list") return [{ begin, end }];
	if (kind === "table") {
		// Of a row without a word of the question the title alone would speak.
		return each
			.filter((at) => had[at]!.size > 0)
			.map((at) => ({ begin: at, end: at + 1 }));
	}
	const wordsMax = isFlat(units, part) ? WORDS_AIM : WINDOW_WORDS;
	const starts = each.filter((at) => units[at]!.kind !== "line");
	return (starts.length > 0 ? starts : [begin]).map((from) => {
		let words = units[from]!.wordCount;
		let to = from + 1;
		while (to < end && words + units[to]!.wordCount <= wordsMax)
			words += units[to++]!.wordCount;
		return { begin: from, end: to };
	});
}

/**
 * Whether a paragraph is a page of its own, whose headings and lists were lost when it was turned into text: its answers
 * are longer, and no sentence of it stands by itself.
 */
export function isFlat(units: readonly Unit[], part: Part): boolean {
	return part.kind === "text" && wordsOfSpan(units, part) > FLAT_WORDS_MIN;
}
