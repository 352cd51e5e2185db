import { findAttribution } from "./attribution.ts";
import { isDisclaimer } from "./disclaimer.ts";
import { startsHeaderBlock } from "./header-block.ts";
import { isBlank, type Line, type LineKind } from "./line.ts";
import { isBetweenDashes, isSeparator } from "./separators.ts";
import { findSignature } from "./signature.ts";
import { isWrappedQuote } from "./wrapped-quote.ts";

const RULE = /^[_=*-]{5,}$/;

/**
 * Which lines of a mail its sender wrote. Where nothing would be left, as in a mail that only forwards another one, all
 * are.
 */
export function classifyLines(lines: readonly Line[]): LineKind[] {
	const kinds = markQuotes(lines);
	for (const { start, end } of ownRegions(kinds)) {
		markTail(lines, kinds, start, end);
	}
	const own = lines.some((line, i) => kinds[i] === "body" && hasWords(line));
	return own ? kinds : lines.map(() => "body");
}

function markQuotes(lines: readonly Line[]): LineKind[] {
	const kinds: LineKind[] = lines.map(({ depth, hint }) =>
		depth > 0 || hint === "quote"
			? "quote"
			: hint === "signature"
				? "signature"
				: "body",
	);
	for (let i = 0; i < lines.length; i += 1) {
		if (kinds[i] === "quote") continue;
		if (isWrappedQuote(lines, i)) {
			kinds[i] = "quote";
			continue;
		}
		if (isSeparator(lines[i]!.content) || startsHeaderBlock(lines, i)) {
			return kinds.fill("quote", withRule(lines, i));
		}
		const start =
			lines[i]!.hint === "attribution" ? i : findAttribution(lines, i);
		if (start === undefined) continue;
		const next = nextLine(lines, i + 1);
		// What follows without marks is the mail that is answered, to its end.
		if (next === undefined || !isMarked(lines[next]!)) {
			return kinds.fill("quote", start);
		}
		kinds.fill("quote", start, i + 1);
	}
	return kinds;
}

function isMarked({ depth, hint }: Line): boolean {
	return depth > 0 || hint === "quote" || hint === "attribution";
}

/** With the rule, or the words between dashes, and the blank lines between it and the quote. */
function withRule(lines: readonly Line[], start: number): number {
	let at = start - 1;
	while (at >= 0 && isBlank(lines[at]!)) at -= 1;
	if (at < 0) return start;
	const { content, hint } = lines[at]!;
	const separates = hint === "rule" || RULE.test(content);
	return separates || isBetweenDashes(content) ? at : start;
}

function nextLine(lines: readonly Line[], from: number): number | undefined {
	for (let i = from; i < lines.length; i += 1) {
		if (!isBlank(lines[i]!)) return i;
	}
	return undefined;
}

function* ownRegions(
	kinds: readonly LineKind[],
): Iterable<{ start: number; end: number }> {
	for (let start = 0; start < kinds.length; start += 1) {
		if (kinds[start] !== "body") continue;
		let end = start + 1;
		while (kinds[end] === "body") end += 1;
		yield { start, end };
		start = end;
	}
}

/** The signature and the company's notice at the end of what a person wrote. */
function markTail(
	lines: readonly Line[],
	kinds: LineKind[],
	start: number,
	end: number,
): void {
	const beforeNotice = findDisclaimer(lines, start, end);
	const signature = findSignature(lines, start, beforeNotice);
	kinds.fill("signature", signature, end);
}

function findDisclaimer(
	lines: readonly Line[],
	start: number,
	end: number,
): number {
	let at = end;
	for (;;) {
		let last = at - 1;
		while (last >= start && isBlank(lines[last]!)) last -= 1;
		let first = last;
		while (first > start && !isBlank(lines[first - 1]!)) first -= 1;
		if (first <= start) return at;
		const paragraph = lines.slice(first, last + 1);
		if (!isDisclaimer(paragraph.map((it) => it.content).join(" "))) return at;
		at = first;
	}
}

function hasWords({ content, hint }: Line): boolean {
	return hint !== "rule" && content !== "" && !RULE.test(content);
}
