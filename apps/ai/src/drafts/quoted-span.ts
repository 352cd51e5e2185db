import { cosine, type InstantEncoder } from "../encoder/encoder.ts";
import type { Unit } from "./article-units.ts";
import { type Asked, coverageOf } from "./asked.ts";
import { type Candidate, isFlat, WORDS_AIM } from "./candidates.ts";
import {
	isLeadIn,
	isNote,
	type Part,
	type Span,
	wordsOfSpan,
} from "./parts.ts";
import { beginsReferring, refersWithin } from "./referring.ts";
import { informativeStems } from "./words.ts";
import { saysVerdict } from "./yes-or-no.ts";

/** What has been announced is finished up to here. */
const LIST_WORDS_MAX = 260;
/** A paragraph is finished up to here: of 150, 160, 180 and 200 the best on WixQA; on TechQA they are equal. */
const PARAGRAPH_WORDS_MAX = 180;
const LABEL_WORDS_MAX = 2;
/** Of what the article has of the question's words. */
const HEADING_COVERAGE_MIN = 0.6;
/** What is quoted around the place found. */
export function quotedSpan(
	asked: Asked,
	candidate: Candidate,
	units: readonly Unit[],
	parts: readonly Part[],
	encoder: InstantEncoder,
): Span {
	const part = parts[candidate.part]!;
	if (part.kind === "table") return part;
	if (isFlat(units, part)) return around(candidate, units);
	const begin =
		part.kind === "text"
			? beginOf(asked, candidate, part, units, encoder)
			: part.begin;
	const end = part.kind === "text" ? endOf(begin, part, units) : part.end;
	const span =
		end === part.end
			? extended({ begin, end }, candidate.part, units, parts)
			: { begin, end };
	const whole = trimmed(withSectionStart(asked, span, part, units), units);
	return withoutSameQuestion(asked, whole, units);
}

/** Without an article's own question at the beginning that the customer has asked: the answer to it is what follows. */
function withoutSameQuestion(
	{ wanted }: Asked,
	{ begin, end }: Span,
	units: readonly Unit[],
): Span {
	const [first, second] = [units[begin]!, units[begin + 1]];
	const isAsked =
		isQuestion(first) &&
		begin + 1 < end &&
		second!.kind === "sentence" &&
		second!.block === first.block &&
		informativeStems(first.text).isSubsetOf(wanted);
	return { begin: isAsked ? begin + 1 : begin, end };
}

/** The same from the start of its section, if that is short and has words of the question that the quote lacks. */
function withSectionStart(
	asked: Asked,
	span: Span,
	{ heading }: Part,
	units: readonly Unit[],
): Span {
	if (heading < 0) return span;
	const whole = { begin: heading + 1, end: span.end };
	if (wordsOfSpan(units, whole) > WORDS_AIM) return span;
	return coverageOf(asked, placesOf(heading, whole)) >
		coverageOf(asked, placesOf(heading, span))
		? whole
		: span;
}

function placesOf(heading: number, { begin, end }: Span): number[] {
	return [heading, ...Array.from({ length: end - begin }, (_, i) => begin + i)];
}

/** The sentence that answers best comes first, unless it needs the one before it. */
function beginOf(
	asked: Asked,
	{ begin, end }: Span,
	part: Part,
	units: readonly Unit[],
	encoder: InstantEncoder,
): number {
	// An article's own yes or no comes before its reasons, and what is done first before the rest.
	if (saysVerdict(units[part.begin]!.text)) return part.begin;
	if (isHeadedByQuestion(asked, part)) return part.begin;
	const { language } = asked;
	if (asked.wantsSteps) return independent(part.begin, units, language);
	let best = begin;
	let highest = Number.NEGATIVE_INFINITY;
	for (let i = begin; i < end; i++) {
		if (units[i]!.kind === "line" && i > begin) continue;
		const score =
			cosine(encoder.embedNow(units[i]!.text), asked.vector) +
			coverageOf(asked, [i]) / asked.coverageMax;
		if (score > highest && (!isLabel(units[i]!) || end === begin + 1)) {
			highest = score;
			best = i;
		}
	}
	return independent(best, units, language);
}

/** Under a heading that asks the same, the first sentence answers. */
function isHeadedByQuestion(asked: Asked, { heading }: Part): boolean {
	return (
		heading >= 0 &&
		coverageOf(asked, [heading]) >= HEADING_COVERAGE_MIN * asked.coverageMax
	);
}

/** Where a place begins that can be understood alone. */
function independent(
	begin: number,
	units: readonly Unit[],
	language: string | undefined,
): number {
	let best = begin;
	while (
		isProse(units[best - 1]) &&
		units[best - 1]!.isQuoted === units[best]!.isQuoted &&
		(units[best]!.kind === "line" ||
			beginsReferring(units[best]!.text, language) ||
			(units[best - 1]!.block === units[best]!.block &&
				refersWithin(units[best]!.text, language)) ||
			isLeadIn(units[best - 1]!))
	)
		best--;
	return best;
}

/** Where the quote of a paragraph ends: with it, or in a long one where the quote is long enough. */
function endOf(begin: number, part: Span, units: readonly Unit[]): number {
	let words = 0;
	let end = begin;
	do words += units[end++]!.wordCount;
	while (end < part.end && words + units[end]!.wordCount <= WORDS_AIM);
	const rest = wordsOfSpan(units, { begin: end, end: part.end });
	return words + rest <= PARAGRAPH_WORDS_MAX ? part.end : end;
}

/** As many words around a place in a flat text as an answer should have. */
function around(place: Span, units: readonly Unit[]): Span {
	let { begin, end } = place;
	let words = wordsOfSpan(units, place);
	const fits = (at: number, max: number) =>
		isProse(units[at]) && words + units[at]!.wordCount <= max;
	while (end === units.length && fits(begin - 1, WORDS_AIM))
		words += units[--begin]!.wordCount;
	while (
		units[begin]!.block === units[begin - 1]?.block &&
		fits(begin - 1, PARAGRAPH_WORDS_MAX)
	)
		words += units[--begin]!.wordCount;
	while (fits(end, PARAGRAPH_WORDS_MAX)) words += units[end++]!.wordCount;
	return { begin, end };
}

function isProse(unit: Unit | undefined): boolean {
	return (
		unit !== undefined && unit.kind !== "heading" && unit.cells.length === 0
	);
}

/** Adds what follows under the same heading while there is room: whole paragraphs, and lists only whole. */
function extended(
	span: Span,
	from: number,
	units: readonly Unit[],
	parts: readonly Part[],
): Span {
	const { heading } = parts[from]!;
	let { end } = span;
	let words = wordsOfSpan(units, span);
	for (let at = from + 1; at < parts.length; at++) {
		const part = parts[at]!;
		if (part.heading !== heading) break;
		const isAnnounced = isLeadIn(units[end - 1]!);
		if (part.kind === "table" && !isAnnounced) break;
		if (isLabelled(units, parts[from]!) && isLabelled(units, part)) break;
		const more = wordsOfSpan(units, { begin: end, end: part.end });
		const room =
			isAnnounced || isNote(units[part.begin]!) ? LIST_WORDS_MAX : WORDS_AIM;
		if (words + more > room) break;
		words += more;
		end = part.end;
	}
	return { begin: span.begin, end };
}

/** Without a heading or an announcement at the end that nothing follows, and without the end of a list that is too long. */
function trimmed({ begin, end }: Span, units: readonly Unit[]): Span {
	let last = end;
	while (last > begin + 1) {
		const unit = units[last - 1]!;
		if (unit.kind !== "heading" && !isLeadIn(unit)) break;
		last--;
	}
	return { begin, end: last };
}

/** A word or two that name what a paragraph is about. */
export function isLabel({ kind, text, wordCount }: Unit): boolean {
	return (
		kind === "sentence" &&
		wordCount <= LABEL_WORDS_MAX &&
		/^\p{Lu}[\p{L} -]*[.:]$/u.test(text)
	);
}

/** A question that an article asks itself, to answer it. */
export function isQuestion({ kind, text }: Unit): boolean {
	return kind === "sentence" && /[?？]$/.test(text);
}

/** “Trains. They take bikes.” */
function isLabelled(units: readonly Unit[], { begin, end }: Span): boolean {
	return (
		end > begin + 1 &&
		isLabel(units[begin]!) &&
		units[begin]!.block === units[begin + 1]!.block
	);
}
