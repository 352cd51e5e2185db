import { classifyLines } from "./classify-lines.ts";
import { type TextLine, textLines } from "./text-lines.ts";

/** A text in two parts; every line of it is in one of them. */
export interface SplitText {
	/** What a person wrote, inline answers included. */
	readonly body: string;
	/** Quotes and signatures. */
	readonly quoted: string;
}

/** Splits a plain text, whose line breaks are `\n`. */
export function splitText(text: string): SplitText {
	const lines = textLines(text);
	const kinds = classifyLines(lines);
	const part = (own: boolean) =>
		trimLines(
			lines
				.filter((_, i) => (kinds[i] === "body") === own)
				.map((line) => withoutBreak(text, line))
				.join("\n"),
		);
	return { body: part(true), quoted: part(false) };
}

function withoutBreak(text: string, { start, end }: TextLine): string {
	const line = text.slice(start, end);
	return line.endsWith("\n") ? line.slice(0, -1) : line;
}

/** Without blank lines at both ends; indentation stays. */
export function trimLines(text: string): string {
	const first = text.search(/\S/);
	if (first < 0) return "";
	const start = text.lastIndexOf("\n", first) + 1;
	return text.slice(start).trimEnd();
}
