import { readFileSync } from "node:fs";
import { isSurelyForeign } from "@supportdesk/text/language-of.ts";
import { type InstantEncoder, normalise } from "./encoder.ts";
import {
	createForeignPieces,
	type ForeignPieces,
	foreignWords,
} from "./foreign-pieces.ts";
import {
	addRow,
	decodeTable,
	type StaticTable,
	unpackRows,
} from "./static-table.ts";
import { openWordPiece } from "./vocabulary.ts";
import type { WordPiece } from "./word-piece.ts";

/** Pieces of a text that count. A longer text is a whole article; its beginning names the topic. */
const PIECES_MAX = 512;

/** Of a text's letters. With more, as in Russian or Korean, the rest is names, which would stand for the text: it has the zero vector. */
const UNREAD_MAX = 0.5;
const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;

/** The table of this repository; see MODEL_CARD.md beside it. */
const TABLE_FILE = new URL("../../models/static-256.bin", import.meta.url);
/** Rows of the pieces of other languages' words, in the same space; `ai:rows` makes both. */
export const FOREIGN_ROWS_FILE = new URL(
	"../../models/foreign-rows.bin",
	import.meta.url,
);
export const FOREIGN_PIECES_FILE = new URL(
	"../../models/foreign-pieces.txt",
	import.meta.url,
);
/** Changes with these two files: vectors of other languages are then made again. */
const FOREIGN_VERSION = "rows-1";

/** The encoder that is always there: about 0.02 ms a text, no other files, no threads. It reads ten languages. */
export function openStaticEncoder(): InstantEncoder {
	const { table, wordPiece } = openEnglishTable();
	const english = createStaticEncoder(table, wordPiece);
	let embedForeign: ((text: string) => Float32Array) | undefined;
	const embedNow = (text: string) => {
		if (isEnglish(text, wordPiece)) return english.embedNow(text);
		// Most processes read English alone, or other languages with a better encoder.
		embedForeign ??= openForeignRows(english, wordPiece);
		return embedForeign(text);
	};
	return {
		...english,
		version: FOREIGN_VERSION,
		embedNow,
		embed: async (texts) => texts.map(embedNow),
	};
}

/** Words that are all in the English vocabulary are read as such: "promo code invalid". */
function isEnglish(text: string, { isPiece }: WordPiece): boolean {
	// Words are looked up in a fraction of the time that telling the language takes.
	return (
		foreignWords(text).every((word) => LATIN.test(word) && isPiece(word)) ||
		!isSurelyForeign(text)
	);
}

/** The English table with its tokenizer. */
export function openEnglishTable(): {
	table: StaticTable;
	wordPiece: WordPiece;
} {
	const table = decodeTable(readFileSync(TABLE_FILE));
	return { table, wordPiece: openWordPiece() };
}

/** A static encoder whose rows can be added to those of another table. */
export interface SummingEncoder extends InstantEncoder {
	/** Adds the rows of the text's pieces to a sum. */
	addTo(sum: Float32Array, text: string): void;
}

/** A text's vector is the sum of its pieces' rows; the length of a row is the weight of its piece. */
export function createStaticEncoder(
	table: StaticTable,
	wordPiece: WordPiece,
): SummingEncoder {
	const { dimensions, name } = table;

	function addTo(sum: Float32Array, text: string): void {
		for (const piece of wordPiece.pieces(text, PIECES_MAX))
			addRow(sum, table, piece);
	}
	function embedNow(text: string): Float32Array {
		const sum = new Float32Array(dimensions);
		addTo(sum, text);
		return normalise(sum);
	}

	return {
		name,
		dimensions,
		addTo,
		embedNow,
		embed: async (texts) => texts.map(embedNow),
	};
}

function openForeignRows(english: SummingEncoder, { isPiece }: WordPiece) {
	const pieces = readFileSync(FOREIGN_PIECES_FILE, "utf8")
		.trimEnd()
		.split("\n");
	return foreignEmbedding(
		english,
		unpackRows(decodeTable(readFileSync(FOREIGN_ROWS_FILE))),
		createForeignPieces(pieces, isPiece),
	);
}

/**
 * The same for a text in another language, near the vector of its English translation; what it has of English words and
 * numbers is read as in English.
 */
function foreignEmbedding(
	english: SummingEncoder,
	rows: StaticTable,
	piecesOf: ForeignPieces,
): (text: string) => Float32Array {
	return (text) => {
		const sum = new Float32Array(english.dimensions);
		const words = foreignWords(text).slice(0, PIECES_MAX);
		let unread = 0;
		for (const word of words) {
			const own = piecesOf(word);
			if (!own) english.addTo(sum, word);
			else if (own.length === 0) unread += word.length;
			else for (const piece of own) addRow(sum, rows, piece);
		}
		const letters = words.reduce((all, { length }) => all + length, 0);
		return unread > letters * UNREAD_MAX ? sum.fill(0) : normalise(sum);
	};
}
