/** Coordinates n-grams are hashed into. */
export const BUCKETS = 2 ** 15;

/** Characters that are read: a ticket's first lines say what it is about, and the time must have a bound. */
const CHARACTERS_MAX = 1_000;
const RUN_MIN = 2;
const RUN_MAX = 5;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** How often each bucket occurs in a text. */
export interface Counts {
	/** Words and pairs of neighbouring words. */
	readonly words: ReadonlyMap<number, number>;
	/** Runs of two to five characters inside a word; a space stands for each edge. */
	readonly runs: ReadonlyMap<number, number>;
}

/** The n-grams of a text, whatever its case. */
export function countNgrams(text: string): Counts {
	const counts = {
		words: new Map<number, number>(),
		runs: new Map<number, number>(),
	};
	let previous: string | undefined;
	for (const word of wordsOf(text)) {
		add(counts.words, bucket(hash(FIRST_OF_WORD, word)));
		if (previous !== undefined)
			add(counts.words, bucket(hash(FIRST_OF_PAIR, `${previous} ${word}`)));
		previous = word;
		addRuns(counts.runs, ` ${word} `);
	}
	return counts;
}

/** The lower-case words that are read of a text. */
export function wordsOf(text: string): readonly string[] {
	const read = text.slice(0, CHARACTERS_MAX).normalize("NFKC").toLowerCase();
	return read.match(WORD) ?? [];
}

// FNV-1a over UTF-16 units; a start of its own for each kind keeps a word apart from an equal run.
const FIRST_OF_RUN = 0x811c9dc5;
const FIRST_OF_WORD = 0x2f3a61c7;
const FIRST_OF_PAIR = 0x5bd1e995;

function hash(first: number, text: string): number {
	let state = first;
	for (let i = 0; i < text.length; i++) state = mix(state, text.charCodeAt(i));
	return state;
}

function mix(state: number, unit: number): number {
	return Math.imul(state ^ unit, 0x01000193);
}

function bucket(state: number): number {
	return (state ^ (state >>> 16)) & (BUCKETS - 1);
}

function add(counts: Map<number, number>, key: number): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

function addRuns(counts: Map<number, number>, framed: string): void {
	for (let begin = 0; begin + RUN_MIN <= framed.length; begin++) {
		let state = FIRST_OF_RUN;
		const end = Math.min(begin + RUN_MAX, framed.length);
		for (let i = begin; i < end; i++) {
			state = mix(state, framed.charCodeAt(i));
			if (i - begin + 1 >= RUN_MIN) add(counts, bucket(state));
		}
	}
}
