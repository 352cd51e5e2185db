import { readFileSync } from "node:fs";
import { type InstantEncoder, normalise } from "./encoder.ts";
import { decodeTable, type StaticTable } from "./static-table.ts";
import { openWordPiece } from "./vocabulary.ts";
import type { WordPiece } from "./word-piece.ts";

/** Pieces of a text that count. A longer text is a whole article; its beginning names the topic. */
const PIECES_MAX = 512;

/** The table of this repository; see MODEL_CARD.md beside it. */
const TABLE_FILE = new URL("../../models/static-256.bin", import.meta.url);

/** The encoder that is always there: about 0.02 ms a text, no other files, no threads. */
export function openStaticEncoder(): InstantEncoder {
	return createStaticEncoder(
		decodeTable(readFileSync(TABLE_FILE)),
		openWordPiece(),
	);
}

/** A text's vector is the sum of its pieces' rows; the length of a row is the weight of its piece. */
export function createStaticEncoder(
	table: StaticTable,
	wordPiece: WordPiece,
): InstantEncoder {
	const { dimensions, rows, scales } = table;

	function embedNow(text: string): Float32Array {
		const sum = new Float32Array(dimensions);
		for (const piece of wordPiece.pieces(text, PIECES_MAX)) {
			const scale = scales[piece]!;
			const begin = piece * dimensions;
			for (let i = 0; i < dimensions; i++) sum[i]! += scale * rows[begin + i]!;
		}
		return normalise(sum);
	}

	return {
		name: table.name,
		dimensions,
		embedNow,
		embed: async (texts) => texts.map(embedNow),
	};
}
