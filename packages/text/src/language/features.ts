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

const FNV_OFFSET = 0x811c9dc5;
const SPACE = 32;
const EQUALS = 61;

/** The rows of a word's parts: of one to four letters, its ends marked, and the whole word. */
export function bucketsOf(word: string): number[] {
	const buckets = [bucketOfWord(word)];
	const end = word.length + 1;
	for (let at = 0; at <= end; at++) {
		let hash = FNV_OFFSET;
		// A part's hash is continued from that of the one before, which is shorter by its last letter.
		for (let last = at; last <= end && last < at + PART_LENGTH_MAX; last++) {
			const isMark = last === 0 || last === end;
			hash = hashed(hash, isMark ? SPACE : word.charCodeAt(last - 1));
			if (!isMark || last !== at) buckets.push(bucket(hash));
		}
	}
	return buckets;
}

function bucketOfWord(word: string): number {
	let hash = hashed(FNV_OFFSET, EQUALS);
	for (let i = 0; i < word.length; i++) hash = hashed(hash, word.charCodeAt(i));
	return bucket(hash);
}

/** A step of FNV-1a. */
const hashed = (hash: number, code: number) =>
	Math.imul(hash ^ code, 0x01000193);

const bucket = (hash: number) => (hash ^ (hash >>> 15)) & (BUCKETS - 1);
