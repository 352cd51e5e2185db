/** Coordinates n-grams are hashed into. */
export const BUCKETS = 2 ** 15;

/** Characters that are read: a ticket's first lines say what it is about, and the time must have a bound. */
const CHARACTERS_MAX = 1_000;
const RUN_MIN = 2;
const RUN_MAX = 5;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** The buckets that occur in a text, each once, in the order in which they are met, and how often each does. */
export interface Counts {
	readonly keys: Uint16Array;
	readonly counts: Uint16Array;
}

export interface Ngrams {
	/** Words and pairs of neighbouring words. */
	readonly words: Counts;
	/** Runs of two to five characters inside a word; a space marks each edge. */
	readonly runs: Counts;
}

/** The n-grams of a text in lower case. Three tasks need those of one text, so the latest are cached. */
export const countNgrams = rememberLast((text: string): Ngrams => {
	const words = wordsOf(text);
	return { words: countWords(words), runs: countRuns(words) };
});

/** The lower-case words that are read of a text. */
export const wordsOf = rememberLast((text: string): readonly string[] => {
	const read = text.slice(0, CHARACTERS_MAX).normalize("NFKC").toLowerCase();
	return read.match(WORD) ?? [];
});

function rememberLast<T>(read: (text: string) => T): (text: string) => T {
	let last: { readonly text: string; readonly value: T } | undefined;
	return (text) => {
		if (last?.text !== text) last = { text, value: read(text) };
		return last.value;
	};
}

function countWords(words: readonly string[]): Counts {
	let previous: string | undefined;
	for (const word of words) {
		count(hash(FIRST_OF_WORD, word));
		if (previous !== undefined)
			count(hash(mix(hash(FIRST_OF_PAIR, previous), SPACE), word));
		previous = word;
	}
	return takeCounts();
}

function countRuns(words: readonly string[]): Counts {
	for (const word of words) {
		const framed = ` ${word} `;
		for (let begin = 0; begin + RUN_MIN <= framed.length; begin++) {
			let state = FIRST_OF_RUN;
			const end = Math.min(begin + RUN_MAX, framed.length);
			for (let i = begin; i < end; i++) {
				state = mix(state, framed.charCodeAt(i));
				if (i - begin + 1 >= RUN_MIN) count(state);
			}
		}
	}
	return takeCounts();
}

// One table for all texts, empty between them: a Map for each text costs ten times as much.
const table = new Uint16Array(BUCKETS);
const met = new Uint16Array(BUCKETS);
let metCount = 0;

function count(state: number): void {
	const key = (state ^ (state >>> 16)) & (BUCKETS - 1);
	if (table[key] === 0) met[metCount++] = key;
	table[key]!++;
}

function takeCounts(): Counts {
	const keys = met.slice(0, metCount);
	const counts = new Uint16Array(metCount);
	for (let i = 0; i < metCount; i++) {
		const key = keys[i]!;
		counts[i] = table[key]!;
		table[key] = 0;
	}
	metCount = 0;
	return { keys, counts };
}

// FNV-1a over UTF-16 units; a start of its own for each kind keeps a word apart from an equal run.
const FIRST_OF_RUN = 0x811c9dc5;
const FIRST_OF_WORD = 0x2f3a61c7;
const FIRST_OF_PAIR = 0x5bd1e995;
const SPACE = 0x20;

function hash(first: number, text: string): number {
	let state = first;
	for (let i = 0; i < text.length; i++) state = mix(state, text.charCodeAt(i));
	return state;
}

function mix(state: number, unit: number): number {
	return Math.imul(state ^ unit, 0x01000193);
}
