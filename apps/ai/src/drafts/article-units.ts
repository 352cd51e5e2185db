import type { Block, Cell } from "@supportdesk/markdown/block.ts";
import {
	quotableLine,
	quotableText,
} from "@supportdesk/markdown/quotable-text.ts";
import { looksLikeInstruction } from "./instruction-like.ts";
import { countWords } from "./words.ts";

/** The smallest piece of an article that a reply can quote: a sentence, an item of a list, or a line of its own. */
export interface Unit {
	/** Plain text of the article, without white space around it; a line of code keeps its indentation. */
	readonly text: string;
	/** A row of a table, or a line of code, is a `line`. */
	readonly kind: "sentence" | "item" | "line" | "heading";
	/** Units of one paragraph, list, table or piece of code share a number. */
	readonly block: number;
	/** Units of one list with all that is in it, or of one table, share a number. */
	readonly group: number;
	readonly isQuoted: boolean;
	/** Of a row of a table; empty for others. */
	readonly cells: readonly Cell[];
	readonly wordCount: number;
	/** Where it is in the article's quotable text, in Unicode code points. */
	readonly start: number;
	readonly end: number;
}

/** A line of a text that is not Markdown, but begins with a number or bullet. */
const ITEM = /^(?:[•▪◦–]|\(?\d{1,3}[.):]|step \d+)\s+\S/i;
// The second alternative finds sentences that were glued together when a page was turned into text.
const SENTENCE_END =
	/(?=\s)(?<=[.!?…]["'”’)\]]*)\s+(?=\S)|(?<=[\p{Ll})][.!?])(?=\p{Lu}\p{Ll})|(?=[^」』）])(?<=[。！？][」』）]*)/gu;
/** Where a page ends, and a line of a table of contents, in a text that was printed once. */
const PAGE =
	/^(?:(?:page|seite|página|pagina|strona|p\.)\s*)?\d{1,4}(?:\s*(?:\/|of|von|de|di|van|z)\s*\d{1,4})?$|(?<!\.)\.{4,}\s*\d{1,4}$/i;
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
	const quotable = quotableText(body);
	const codePoints = codePointsOf(quotable.text);
	const { blocks } = quotable;
	for (const [i, { block: read, begin }] of blocks.entries()) {
		const isTitle = isTitleLike(read, blocks[i + 1]?.block);
		if (read.group !== group) {
			block++;
			previous = undefined;
		}
		group = read.group;
		for (const { kind, text, at } of isTitle ? titleOf(read) : piecesOf(read)) {
			if (PAGE.test(text)) continue;
			// Items stay with the line that introduces them.
			if (previous && kind !== previous && kind !== "item") block++;
			previous = kind;
			const wordCount = countWords(text);
			if (wordCount === 0 || wordCount > UNIT_WORDS_MAX) {
				block++; // the text before it and the text behind it are not joined
				continue;
			}
			const start = codePoints(begin + at);
			const end = codePoints(begin + at + text.length);
			const { isQuoted, cells } = read;
			units.push({
				text,
				kind,
				block,
				group,
				isQuoted,
				cells,
				wordCount,
				start,
				end,
			});
			if (looksLikeInstruction(text)) tainted.add(block);
		}
		if (read.kind === "code" && looksLikeInstruction(read.text))
			tainted.add(block);
	}
	return units.filter((unit) => !tainted.has(unit.block));
}

const TITLE_WORDS_MAX = 7;

/** A short line on its own above more text is a heading, in a text that is not Markdown. */
function isTitleLike(block: Block, next: Block | undefined): boolean {
	const { kind, text } = block;
	return (
		kind === "paragraph" &&
		!block.isQuoted &&
		next !== undefined &&
		next.group !== block.group &&
		(next.kind === "paragraph" ||
			next.kind === "item" ||
			next.kind === "row") &&
		/^[\p{Lu}\p{N}][^\n]*[\p{L}\p{N})?]$/u.test(text) &&
		!ITEM.test(text) &&
		countWords(text) <= TITLE_WORDS_MAX
	);
}

function titleOf(block: Block): Piece[] {
	return [{ kind: "heading", text: quotableLine(block), at: 0 }];
}

/** A piece of a block, and where it begins in the block's lines. Its text differs from them in white space only. */
type Piece = Pick<Unit, "kind" | "text"> & { readonly at: number };

function piecesOf(block: Block): Piece[] {
	const { kind } = block;
	const line = quotableLine(block);
	switch (kind) {
		case "heading":
		case "item":
			return [{ kind, text: line.replaceAll("\n", " "), at: 0 }];
		case "row":
		case "code":
			return linesOf(line).map((piece) => ({ kind: "line", ...piece }));
		case "paragraph":
			return linesOf(line).flatMap(piecesOfLine);
	}
}

interface Placed {
	readonly text: string;
	readonly at: number;
}

function linesOf(text: string): Placed[] {
	let at = 0;
	return text.split("\n").map((line) => {
		const placed = { text: line, at };
		at += line.length + 1;
		return placed;
	});
}

function piecesOfLine({ text, at }: Placed): Piece[] {
	if (ITEM.test(text)) return [{ kind: "item", text, at }];
	return sentencesOf(text).map((sentence) => ({
		kind: "sentence",
		text: sentence.text,
		at: at + sentence.at,
	}));
}

function sentencesOf(line: string): Placed[] {
	const sentences: Placed[] = [];
	let begin = 0;
	const add = (end: number) => {
		const sentence = line.slice(begin, end);
		const text = sentence.trim();
		const at = begin + sentence.length - sentence.trimStart().length;
		sentences.push({ text, at });
	};
	for (const { index, 0: gap } of line.matchAll(SENTENCE_END)) {
		add(index);
		begin = index + gap.length;
	}
	add(line.length);
	return sentences;
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Converts places in UTF-16 code units to code points. */
function codePointsOf(text: string): (at: number) => number {
	const pairs = [...text.matchAll(PAIR)].map(({ index }) => index);
	return (at) => {
		let low = 0;
		let high = pairs.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (pairs[middle]! < at) low = middle + 1;
			else high = middle;
		}
		return at - low;
	};
}
