import { isBlank, type Line } from "./line.ts";
import { isSentFrom } from "./sent-from.ts";

// `-- ` by the standard; many programs drop the space, some use dashes of other lengths.
const DELIMITER = /^(?:--|—|––|- -)$/;
const DELIMITED_LINES_MAX = 15;
const RULE = /^(?:-{3,}|_{3,}|={3,}|\*{3,})$/;
const RULED_LINES_MAX = 4;
const RULED_LINE_LENGTH_MAX = 80;
// A person who asks something separates it from the rest; a signature asks nothing.
const QUESTION = /\?(?:\s|$)|[？؟]/u;
const DASHED_NAME =
	/^[-–—] ?\p{Lu}[\p{L}.'’]{0,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2}$/u;

/**
 * Where the signature begins in the lines from `start` to before `end`, which are a person's own; `end` when there is none.
 */
export function findSignature(
	lines: readonly Line[],
	start: number,
	end: number,
): number {
	let at = findDelimiter(lines, start, end);
	for (;;) {
		const last = lastLine(lines, start, at);
		if (last === undefined) return at;
		const { content } = lines[last]!;
		const above = lines[last - 1];
		const alone = above !== undefined && last > start && isBlank(above);
		if (isSentFrom(content) || (alone && DASHED_NAME.test(content))) at = last;
		else return at;
	}
}

function findDelimiter(
	lines: readonly Line[],
	start: number,
	end: number,
): number {
	let below = 0;
	let short = true;
	let asks = false;
	let found = end;
	// A signature alone is one only where a quote is above it.
	const first =
		start > 0 && lines[start]!.hint === "separator" ? start : start + 1;
	for (let i = end - 1; i >= first; i -= 1) {
		const line = lines[i]!;
		if (isBlank(line)) continue;
		if (DELIMITER.test(line.content)) {
			if (!asks || line.hint === "separator") found = i;
		} else if (RULE.test(line.content) && short && below <= RULED_LINES_MAX) {
			if (below > 0 && !asks) found = i;
		} else {
			below += 1;
			short &&= line.content.length <= RULED_LINE_LENGTH_MAX;
			asks ||= QUESTION.test(line.content);
		}
		if (below > DELIMITED_LINES_MAX) break;
	}
	return found;
}

function lastLine(
	lines: readonly Line[],
	start: number,
	end: number,
): number | undefined {
	for (let i = end - 1; i >= start; i -= 1) {
		if (!isBlank(lines[i]!)) return i;
	}
	return undefined;
}
