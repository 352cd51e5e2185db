import { findAttribution } from "../attribution.ts";
import type { HtmlLine } from "./html-lines.ts";

/**
 * Takes a `blockquote` without a sign of a program for the person's own where the mail that is answered is quoted further
 * below, under a line that introduces it.
 */
export function withOwnBlockquotes(
	lines: readonly HtmlLine[],
): readonly HtmlLine[] {
	if (!lines.some(({ unmarked }) => unmarked)) return lines;
	const introduction = lines.findIndex(
		({ depth, hint }, i) =>
			depth === 0 &&
			(hint === "attribution" ||
				hint === "quote" ||
				findAttribution(lines, i) !== undefined),
	);
	return lines.map((line, i) =>
		line.unmarked && i < introduction ? { ...line, depth: 0 } : line,
	);
}
