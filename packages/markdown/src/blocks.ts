import { Tokenizer } from "parse5";
import type { Block } from "./block.ts";
import { BlockCollector } from "./block-collector.ts";
import { withoutHidden } from "./hidden.ts";
import { renderHtml } from "./parser.ts";

export interface ReadOptions {
	/** Whether an address follows the text of its link, for readers who cannot click it; left out otherwise. */
	readonly withAddresses?: boolean;
}

/**
 * Reads an article of plain text, Markdown, HTML, or a mixture. Plain text is unchanged except for white space. Scripts
 * and comments are removed. Takes time in proportion to the length: some 0.1 s for 500,000 characters, at most about a
 * second for hostile ones.
 */
export function readBlocks(
	article: string,
	{ withAddresses = false }: ReadOptions = {},
): Block[] {
	const html = renderHtml(withoutHidden(article.replace(/\r\n?/g, "\n")));
	const collector = new BlockCollector(html, withAddresses);
	// The tokenizer alone: a tree of hostile HTML takes time and memory in the square of its length.
	const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, collector);
	tokenizer.write(html, true);
	return collector.end();
}
