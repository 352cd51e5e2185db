import type { Block } from "./block.ts";
import { readBlocks } from "./blocks.ts";

/**
 * The words of an article without marks of Markdown and tags, as they are searched and quoted. Lines stay apart;
 * paragraphs, lists and tables are separated by an empty line, and a heading stays with what it is about.
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

function separator(before: Block, block: Block): string {
	if (before.kind === "heading") return "\n";
	return before.group === block.group ? "\n" : "\n\n";
}

function lineOf({ kind, text, marker }: Block): string {
	if (kind === "code") return text.replace(/[ \t]+/g, " ").replace(/^ /gm, "");
	return /^\d/.test(marker) ? `${marker} ${text}` : text;
}
