import type { Line } from "./line.ts";

const WIDTH_MIN = 60; // programs wrap at 65 to 80
const LINK_ALONE = /^[(<]https?:\/\/[^\s()<>]+[)>](?: >)?$/;
const SENTENCE_END = /[.!?:;]["'”)]?$/;

/** Whether a line without a quote mark is the end of the quoted line above it, which was too long for a program. */
export function isWrappedQuote(lines: readonly Line[], i: number): boolean {
	const above = lines[i - 1];
	const line = lines[i]!;
	const below = lines[i + 1];
	if (!above || !below || above.depth === 0 || below.depth === 0) return false;
	if (line.content === "" || line.depth > 0) return false;
	if (above.content.length > 1_000 || line.content.length > 1_000) return false;
	if (LINK_ALONE.test(line.content)) return true;
	if (opensLink(above.content)) return closesLink(line.content);
	return (
		above.content.length >= WIDTH_MIN &&
		!SENTENCE_END.test(above.content) &&
		/^[\p{Ll}\d(<]/u.test(line.content) &&
		line.content.length < above.content.length
	);
}

function opensLink(content: string): boolean {
	const at = Math.max(
		content.lastIndexOf("(http"),
		content.lastIndexOf("<http"),
	);
	return at >= 0 && !/[)>]/.test(content.slice(at + 1));
}

function closesLink(content: string): boolean {
	return /[)>]/.test(content);
}
