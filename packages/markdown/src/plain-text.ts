import type { Block } from "./block.ts";
import { readBlocks } from "./blocks.ts";
import { separator } from "./quotable-text.ts";

/**
 * The text of an article without Markdown marks and tags, for search and quotes. Line breaks remain; an empty line
 * separates paragraphs, lists and tables, but not a heading from the block below it.
 */
export function plainText(article: string): string {
	let text = "";
	let before: Block | undefined;
	for (const block of readBlocks(article)) {
		text += before ? separator(before, block) + lineOf(block) : lineOf(block);
		before = block;
	}
	return text;
}

function lineOf({ kind, text, marker }: Block): string {
	if (kind === "code") return text.replace(/[ \t]+/g, " ").replace(/^ /gm, "");
	return /^\d/.test(marker) ? `${marker} ${text}` : text;
}
