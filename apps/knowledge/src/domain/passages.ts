/** About one screen of a help page, and the length that the encoder reads whole. */
const PASSAGE_WORDS_MAX = 90;
/** A passage shorter than this is joined to its neighbour even across paragraphs: headings, list items. */
const PASSAGE_WORDS_MIN = 30;
/** An article longer than a small book is searched by its words, and by the embedding of its first passages. */
export const PASSAGES_MAX = 200;

/** Sentences and lines, each as its words; a run-on sentence is cut at the passage's size. */
function sentences(paragraph: string): string[][] {
	const pieces: string[][] = [];
	for (const line of paragraph.split("\n")) {
		for (const sentence of line.split(/(?<=[.!?:;])\s+/)) {
			const words = sentence.match(/\S+/g) ?? [];
			for (let i = 0; i < words.length; i += PASSAGE_WORDS_MAX)
				pieces.push(words.slice(i, i + PASSAGE_WORDS_MAX));
		}
	}
	return pieces;
}

/**
 * Splits plain text into passages of at most {@link PASSAGE_WORDS_MAX} words at the ends of paragraphs where that
 * leaves enough words, else of sentences. At most {@link PASSAGES_MAX}.
 */
export function splitPassages(text: string): string[] {
	const passages: string[] = [];
	let current: string[] = [];
	let words = 0;
	const close = () => {
		if (current.length > 0) passages.push(current.join(" "));
		current = [];
		words = 0;
	};
	for (const paragraph of text.split(/\n{2,}/)) {
		if (words >= PASSAGE_WORDS_MIN) close();
		for (const sentence of sentences(paragraph)) {
			if (words + sentence.length > PASSAGE_WORDS_MAX) close();
			if (passages.length === PASSAGES_MAX) return passages;
			current.push(sentence.join(" "));
			words += sentence.length;
		}
	}
	close();
	return passages.slice(0, PASSAGES_MAX);
}
