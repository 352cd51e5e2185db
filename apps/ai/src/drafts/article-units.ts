import type { Block } from "@supportdesk/markdown/block.ts";
import { readBlocks } from "@supportdesk/markdown/blocks.ts";
import { looksLikeInstruction } from "./instruction-like.ts";

/** The smallest piece of an article that a reply can quote: a sentence, an item of a list, or a line of its own. */
export interface Unit {
	/** Plain text of the article, without white space around it; a line of code keeps its indentation. */
	readonly text: string;
	/** A row of a table, or a line of code, is a `line`. */
	readonly kind: "sentence" | "item" | "line" | "heading";
	/** Units of one paragraph, list, table or piece of code share a number. */
	readonly block: number;
	readonly wordCount: number;
}

/** A line of a text that is not Markdown, but begins with a number or bullet. */
const ITEM = /^(?:[•▪◦–]|\(?\d{1,3}[.):]|step \d+)\s+\S/i;
// The second alternative finds sentences that were glued together when a page was turned into text.
const SENTENCE_END =
	/(?<=[.!?…]["'”’)\]]*)\s+(?=\S)|(?<=[\p{Ll})][.!?])(?=\p{Lu}\p{Ll})/u;
/** A reply that quotes a longer "sentence" helps no reader. */
const UNIT_WORDS_MAX = 120;

/**
 * Cuts an article into units. Text that reads like an instruction to a language model is left out, together with its
 * paragraph or list: it is not written for the customer.
 */
export function articleUnits(body: string): Unit[] {
	const units: Unit[] = [];
	const tainted = new Set<number>();
	let block = 0;
	let group = 0;
	let previous: Unit["kind"] | undefined;
	for (const read of readBlocks(body, { withAddresses: true })) {
		if (read.group !== group) {
			block++;
			previous = undefined;
		}
		group = read.group;
		for (const { kind, text } of piecesOf(read)) {
			// Items stay with the line that introduces them.
			if (previous && kind !== previous && kind !== "item") block++;
			previous = kind;
			const wordCount = countWords(text);
			if (wordCount === 0 || wordCount > UNIT_WORDS_MAX) {
				block++; // the text before it and the text behind it are not joined
				continue;
			}
			units.push({ text, kind, block, wordCount });
			if (looksLikeInstruction(text)) tainted.add(block);
		}
		if (read.kind === "code" && looksLikeInstruction(read.text))
			tainted.add(block);
	}
	return units.filter((unit) => !tainted.has(unit.block));
}

export function countWords(text: string): number {
	return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

type Piece = Pick<Unit, "kind" | "text">;

function piecesOf({ kind, text, marker }: Block): Piece[] {
	const lines = text.split("\n");
	switch (kind) {
		case "heading":
			return [{ kind, text: lines.join(" ") }];
		case "item":
			return [{ kind, text: `${marker} ${lines.join(" ")}` }];
		case "row":
		case "code":
			return lines.map((line) => ({ kind: "line", text: line }));
		case "paragraph":
			return lines.flatMap(piecesOfLine);
	}
}

function piecesOfLine(line: string): Piece[] {
	if (ITEM.test(line)) return [{ kind: "item", text: line }];
	return line
		.split(SENTENCE_END)
		.map((sentence) => ({ kind: "sentence", text: sentence.trim() }));
}
