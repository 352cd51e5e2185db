import type { Line } from "./line.ts";

/** A line of a text, and where it is in it. */
export interface TextLine extends Line {
	readonly start: number;
	/** After its line break. */
	readonly end: number;
}

const MARKS = /^[ \t]{0,3}(?:>[ \t]?)+/;
// `>>> text <<<` decorates.
const DECORATION = /<<\s*$/;
const DATED =
	/^On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|\d)[^:]{0,60}:\d\d.{0,150} wrote:\s*$/;
const TOGETHER_LENGTH_MAX = 500;

/** The lines of a text, whose line breaks are `\n`. Together they are the text. */
export function textLines(text: string): TextLine[] {
	const lines: TextLine[] = [];
	for (let start = 0; start < text.length; ) {
		const newline = text.indexOf("\n", start);
		const end = newline < 0 ? text.length : newline + 1;
		const line = text.slice(start, newline < 0 ? end : newline);
		const shared = startOfAttribution(line);
		if (shared > 0) {
			lines.push(toLine(line.slice(0, shared), start, start + shared));
			lines.push(toLine(line.slice(shared), start + shared, end));
		} else {
			lines.push(toLine(line, start, end));
		}
		start = end;
	}
	return lines;
}

function toLine(text: string, start: number, end: number): TextLine {
	const marks = DECORATION.test(text.slice(-20))
		? ""
		: (MARKS.exec(text)?.[0] ?? "");
	const depth = marks.split(">").length - 1;
	const unquoted = text.slice(marks.length);
	const hint = unquoted === "-- " ? "separator" : null;
	return { content: unquoted.trim(), depth, hint, start, end };
}

/** Some programs append `On … wrote:` to the last line of the answer, after dashes perhaps. */
function startOfAttribution(line: string): number {
	if (line.length > TOGETHER_LENGTH_MAX || !line.includes(" wrote:")) return 0;
	for (
		let at = line.indexOf("On ");
		at >= 0;
		at = line.indexOf("On ", at + 1)
	) {
		if (!DATED.test(line.slice(at))) continue;
		let start = at;
		while (start > 0 && " \t-".includes(line[start - 1]!)) start -= 1;
		return MARKS.test(line) ? 0 : start;
	}
	return 0;
}
