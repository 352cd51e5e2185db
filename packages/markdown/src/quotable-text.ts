import type { Block } from "./block.ts";
import { readBlocks } from "./blocks.ts";

/** A block and where its line begins in the text, in UTF-16 code units. */
export interface PlacedBlock {
	readonly block: Block;
	readonly begin: number;
}

/** An article as it can be quoted, and where its blocks are in it. */
export interface QuotableText {
	readonly text: string;
	readonly blocks: readonly PlacedBlock[];
}

/**
 * The text of an article as drafts quote it: without Markdown marks and tags, with the addresses of its links and the
 * markers of its lists. An empty line separates paragraphs, lists and tables, but not a heading from the block below it.
 */
export function quotableText(article: string): QuotableText {
	const blocks: PlacedBlock[] = [];
	let text = "";
	let before: Block | undefined;
	for (const block of readBlocks(article, { withAddresses: true })) {
		if (before) text += separator(before, block);
		blocks.push({ block, begin: text.length });
		text += quotableLine(block);
		before = block;
	}
	return { text, blocks };
}

/** The lines of a block in the text. */
export function quotableLine({ text, marker }: Block): string {
	return marker === "" ? text : `${marker} ${text}`;
}

/** What separates two blocks of a text. */
export function separator(before: Block, block: Block): string {
	if (before.kind === "heading") return "\n";
	return before.group === block.group ? "\n" : "\n\n";
}
