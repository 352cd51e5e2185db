import { type HeaderKind, readLabel } from "./header-labels.ts";
import type { Line } from "./line.ts";

const LINES_MAX = 14;
const WRAPPED_MAX = 3; // lines of one long list of recipients
const RULE = /^[_=*-]{5,}$/;
const ADDRESS = /[^\s<>@:(]@[^\s<>@]+\.[^\s<>@]/;

/** Whether the header lines of a mail that is answered or forwarded begin at a line: `From:`, `Sent:`, `To:`, `Subject:`. */
export function startsHeaderBlock(
	lines: readonly Line[],
	start: number,
): boolean {
	const first = readLabel(lines[start]!.content);
	if (!first || first.kind === "cc") return false;
	if (first.kind === "from" && isBelowRule(lines, start)) {
		if (ADDRESS.test(first.value.slice(0, 1_000))) return true;
	}
	const kinds = new Set<HeaderKind>();
	let hasAddress = false;
	let wrapped = 0;
	const end = Math.min(lines.length, start + LINES_MAX);
	for (let i = start; i < end; i += 1) {
		const { content, depth } = lines[i]!;
		if (depth !== lines[start]!.depth) break;
		const label = readLabel(content);
		if (label && !kinds.has(label.kind)) {
			kinds.add(label.kind);
			wrapped = 0;
		} else if (content === "" || wrapped === WRAPPED_MAX) {
			if (isBlock(kinds, hasAddress) || content !== "") break;
		} else {
			wrapped += 1;
		}
		hasAddress ||= ADDRESS.test(content.slice(0, 1_000));
	}
	return isBlock(kinds, hasAddress);
}

function isBelowRule(lines: readonly Line[], start: number): boolean {
	const above = lines[start - 1];
	return above?.hint === "rule" || RULE.test(above?.content ?? "");
}

/** A person may write where a journey goes from and to, and its date; not when it was sent, and under which subject. */
function isBlock(kinds: ReadonlySet<HeaderKind>, hasAddress: boolean): boolean {
	if (kinds.has("from") && kinds.has("sent")) return true;
	const from = kinds.has("from") || kinds.has("date") || kinds.has("sent");
	if (!from || kinds.size < 2) return false;
	return hasAddress || (kinds.size > 2 && kinds.has("subject"));
}
