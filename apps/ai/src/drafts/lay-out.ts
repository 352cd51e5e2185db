import type { Unit } from "./article-units.ts";

/** A sentence of an answer, and where the article says it. */
export type Quote = Pick<Unit, "text" | "kind" | "block" | "start" | "end">;

/**
 * Sentences of a paragraph on one line, items of a list and lines of a table or of code each on their own, an empty line
 * between blocks.
 */
export function layOut(quotes: readonly Quote[]): string {
	return quotes
		.map((quote, i) => separator(quotes[i - 1], quote) + quote.text)
		.join("");
}

function separator(before: Quote | undefined, quote: Quote): string {
	if (!before) return "";
	if (quote.kind === "item") return "\n";
	if (before.block !== quote.block) return "\n\n";
	return quote.kind === "sentence" && before.kind === "sentence"
		? gapAfter(before.text)
		: "\n";
}

/** What separates a sentence from the next one: nothing in Chinese and Japanese. */
export function gapAfter(text: string): string {
	return /[。！？：」』）]$/.test(text) ? "" : " ";
}
