import { looksLikeInstruction } from "./instruction-like.ts";

/** The smallest piece of an article that can stand in a reply: a sentence, or one item of a list. */
export interface Unit {
	/** A verbatim span of the article, without white space around it. */
	readonly text: string;
	readonly kind: "sentence" | "item" | "heading";
	/** Units of one paragraph or list share a number. */
	readonly block: number;
	readonly wordCount: number;
}

/** An item of a list, with its number or bullet. */
const ITEM = /^\s*(?:[-*•+]|\(?\d{1,3}[.):]|step \d+)\s+\S/i;
const HEADING = /^\s*#{1,6}\s/;
// The second alternative finds sentences that were glued together when a page was turned into text.
const SENTENCE_END =
	/(?<=[.!?…]["'”’)\]]*)\s+(?=\S)|(?<=[\p{Ll})][.!?])(?=\p{Lu}\p{Ll})/u;
/** Longer "sentences" are tables or code; a reply that quotes one helps nobody. */
const UNIT_WORDS_MAX = 120;

/**
 * Cuts an article into units. Comments and whatever reads like an instruction to a language model are left out,
 * together with the paragraph they stand in: they are not written for the customer.
 */
export function articleUnits(body: string): Unit[] {
	const units: Unit[] = [];
	let block = 0;
	let previous = "";
	for (const line of visibleLines(body)) {
		const text = line.trim();
		if (text === "") {
			block++;
			previous = "";
			continue;
		}
		const kind = kindOf(text);
		if (kind !== previous && kind !== "item") block++;
		previous = kind;
		const parts = kind === "sentence" ? text.split(SENTENCE_END) : [text];
		for (const part of parts) {
			const unit = part.trim();
			const wordCount = countWords(unit);
			if (wordCount === 0 || wordCount > UNIT_WORDS_MAX) {
				block++; // what stood before and behind it is not put side by side
				continue;
			}
			units.push({ text: unit, kind, block, wordCount });
		}
	}
	const tainted = new Set(
		units
			.filter(({ text }) => looksLikeInstruction(text))
			.map((unit) => unit.block),
	);
	return units.filter((unit) => !tainted.has(unit.block));
}

export function countWords(text: string): number {
	return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** The lines a reader of the article sees: comments become line ends, so that no unit spans one. */
function visibleLines(body: string): string[] {
	return body
		.replace(/<!--[\s\S]*?(?:-->|$)/g, "\n\n")
		.replace(/```[\s\S]*?(?:```|$)/g, (code) =>
			looksLikeInstruction(code) ? "\n\n" : code,
		)
		.split(/\r?\n/);
}

function kindOf(line: string): Unit["kind"] {
	if (HEADING.test(line)) return "heading";
	return ITEM.test(line) ? "item" : "sentence";
}
