/** Rows of the table: the parts of words are spread over them by their hash. */
export const BUCKETS = 8_192;
const PART_LENGTH_MAX = 4;
/** Longer runs of letters are keys or links. */
const WORD_LENGTH_MAX = 30;
/** A run without white space that holds one of these is a code, a link or an address. */
const NOT_A_WORD = /[\d@/\\_=<>{}]|\p{L}[.:]\p{L}/u;
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu;

/** The words of a text that tell its language: not codes, links, addresses and numbers. */
export function wordsOf(text: string): string[] {
	return text
		.normalize("NFC")
		.split(/\s+/)
		.filter((run) => !NOT_A_WORD.test(run))
		.flatMap((run) => run.toLowerCase().match(WORD) ?? [])
		.filter((word) => word.length <= WORD_LENGTH_MAX);
}

/** The rows of a word's parts: of one to four letters, its ends marked, and the whole word. */
export function bucketsOf(word: string): number[] {
	const letters = ` ${word} `;
	const buckets = [bucket(`=${word}`)];
	for (let length = 1; length <= PART_LENGTH_MAX; length++)
		for (let at = 0; at + length <= letters.length; at++) {
			const part = letters.slice(at, at + length);
			if (part !== " ") buckets.push(bucket(part));
		}
	return buckets;
}

/** FNV-1a. */
function bucket(part: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < part.length; i++)
		hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193);
	return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}
