import { readVocabulary } from "@supportdesk/text/vocabulary.ts";
import { createWordPiece, type WordPiece } from "./word-piece.ts";

/** The tokenizer of both encoders. */
export function openWordPiece(): WordPiece {
	return createWordPiece(readVocabulary());
}
