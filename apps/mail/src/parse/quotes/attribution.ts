import {
	ATTRIBUTION_BEFORE_DATE,
	ATTRIBUTION_END,
	ATTRIBUTION_START,
	ATTRIBUTION_VERB,
	ATTRIBUTION_WITH_DATE_LAST,
} from "./attribution-words.ts";
import { isBlank, type Line } from "./line.ts";

const LINES_MAX = 4;
const LENGTH_MAX = 400;
const SENTENCE_END = /[.!?]$/;
const DATE =
	/\b\d{1,2}[:.hH]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\d\s*[年월日]/u;
const DATE_AT_START = /^[-*\s]*\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b/;
const ADDRESS = /[^\s<>@:(]@[^\s<>@]+\.[^\s<>@]/;
const ADDRESS_IN_BRACKETS = /<[^<>\s]{1,64}@[^<>\s]{1,260}>/;
// Programs for languages that are written from the right end the line with signs of the direction.
const COLON_AT_END = /[:：][\s*\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/;
const ADDRESS_AT_END = /[^\s<>@:(]@[^\s<>@]{1,250}[>)]{1,3}[\s*]*[:：][\s*]*$/;
const DATE_AND_ADDRESS =
	/^\d{4}[/-]\d{1,2}[/-]\d{1,2}\b.{1,200}<[^<>\s]+@[^<>\s]+>$/;
const BETWEEN_DASHES =
	/^-{2,}\s?\S.{0,150}\b(?:wrote|schrieb|a écrit)\s?-{2,}:?$/i;

/**
 * Where the line above a quote begins that ends at `end`, `On … wrote:`, wrapped perhaps. Undefined when none does.
 */
export function findAttribution(
	lines: readonly Line[],
	end: number,
): number | undefined {
	const last = lines[end]!;
	if (last.depth > 0 || !mayEnd(last.content)) return undefined;
	let text = "";
	for (let start = end; start >= 0 && start > end - LINES_MAX; start -= 1) {
		const line = lines[start]!;
		if (isBlank(line) || line.depth > 0) return undefined;
		text = text === "" ? line.content : `${line.content} ${text}`;
		if (text.length > LENGTH_MAX) return undefined;
		if (isAttribution(text, lines, end)) return withStart(lines, start, end);
	}
	return undefined;
}

function mayEnd(content: string): boolean {
	const tail = content.slice(-5);
	return /[:：>]/.test(tail) || tail.endsWith("--");
}

function isAttribution(
	text: string,
	lines: readonly Line[],
	end: number,
): boolean {
	const hasDate = DATE.test(text);
	if (ATTRIBUTION_END.test(text)) return hasDate || ADDRESS.test(text);
	if (BETWEEN_DASHES.test(text)) return true;
	if (DATE_AND_ADDRESS.test(text)) return isQuotedBelow(lines, end);
	if (!hasDate || !COLON_AT_END.test(text)) return false;
	// In any language, directly above a quote.
	if (ADDRESS_IN_BRACKETS.test(text) && isQuotedBelow(lines, end)) return true;
	if (ATTRIBUTION_WITH_DATE_LAST.test(text)) return isQuotedBelow(lines, end);
	return (
		ADDRESS_AT_END.test(text) ||
		ATTRIBUTION_BEFORE_DATE.test(text) ||
		(ATTRIBUTION_START.test(text) && ATTRIBUTION_VERB.test(text))
	);
}

/** With the lines before it that belong to it: the one with the date, or the one that begins as such lines do. */
function withStart(lines: readonly Line[], start: number, end: number): number {
	let at = start;
	while (at > 0 && end - at + 1 < LINES_MAX && !begins(lines[at]!)) {
		const before = lines[at - 1]!;
		const belongs =
			!isBlank(before) &&
			before.depth === 0 &&
			before.content.length < LENGTH_MAX &&
			!SENTENCE_END.test(before.content);
		if (!belongs) break;
		at -= 1;
	}
	return begins(lines[at]!) ? at : start;
}

function begins({ content }: Line): boolean {
	return ATTRIBUTION_START.test(content) || DATE_AT_START.test(content);
}

function isQuotedBelow(lines: readonly Line[], end: number): boolean {
	for (let i = end + 1; i < lines.length; i += 1) {
		if (!isBlank(lines[i]!)) return lines[i]!.depth > 0;
	}
	return false;
}
