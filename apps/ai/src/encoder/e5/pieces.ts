/** Cuts texts into the pieces of a SentencePiece vocabulary. */
export interface Pieces {
	/** Ids of the text's likeliest pieces, at most `piecesMax` of them. */
	idsOf(text: string, piecesMax: number): number[];
}

/** A vocabulary of pieces with the logarithm of their probability. */
export interface Vocabulary {
	/** Id of what is no piece. */
	readonly unknown: number;
	/** Where each piece begins in the text, and the end of the last. */
	readonly offsets: Uint32Array;
	readonly scores: Float32Array;
	/** UTF-8. */
	readonly text: Buffer;
	/** What stands for a character. */
	readonly characters: ReadonlyMap<number, string>;
}

/** Begins a word. */
const SPACE = "\u2581";
/** An unknown character costs this much more than the rarest piece. */
const UNKNOWN_PENALTY = 10;
/** What a piece takes of the text at most; longer texts are cut before the pieces are looked for. */
const CHARACTERS_A_PIECE = 8;

/** @param vocabulary in the order of the ids */
export function createPieces(vocabulary: Vocabulary): Pieces {
	const { unknown, offsets, scores, text } = vocabulary;
	const count = scores.length;
	const slots = 2 ** Math.ceil(Math.log2(count * 2));
	// Open addressing: a slot holds an id + 1, or 0. A Map of a quarter of a million strings would take 30 MB, this takes 2.
	const table = new Int32Array(slots);
	let longest = 1;
	let leastScore = Number.POSITIVE_INFINITY;
	for (let id = 0; id < count; id++) {
		const begin = offsets[id]!;
		const end = offsets[id + 1]!;
		longest = Math.max(longest, end - begin);
		leastScore = Math.min(leastScore, scores[id]!);
		if (end === begin || id === unknown) continue;
		let slot = hash(text, begin, end) & (slots - 1);
		while (table[slot] !== 0) slot = (slot + 1) & (slots - 1);
		table[slot] = id + 1;
	}
	const unknownScore = leastScore - UNKNOWN_PENALTY;

	function find(bytes: Buffer, begin: number, end: number): number {
		let slot = hash(bytes, begin, end) & (slots - 1);
		for (; table[slot] !== 0; slot = (slot + 1) & (slots - 1)) {
			const id = table[slot]! - 1;
			const from = offsets[id]!;
			const to = offsets[id + 1]!;
			if (
				to - from === end - begin &&
				text.compare(bytes, begin, end, from, to) === 0
			)
				return id;
		}
		return -1;
	}

	/** Viterbi: the best way to each character. */
	function cut(bytes: Buffer): number[] {
		const starts = characterStarts(bytes);
		const last = starts.length - 1;
		const best = new Float64Array(last + 1).fill(Number.NEGATIVE_INFINITY);
		const ids = new Int32Array(last + 1);
		const from = new Int32Array(last + 1);
		best[0] = 0;
		const offer = (at: number, score: number, id: number, begin: number) => {
			if (score <= best[at]!) return;
			best[at] = score;
			ids[at] = id;
			from[at] = begin;
		};
		for (let i = 0; i < last; i++) {
			const begin = starts[i]!;
			for (let j = i + 1; j <= last; j++) {
				if (starts[j]! - begin > longest) break;
				const id = find(bytes, begin, starts[j]!);
				if (id >= 0) offer(j, best[i]! + scores[id]!, id, i);
			}
			offer(i + 1, best[i]! + unknownScore, unknown, i);
		}
		const pieces: number[] = [];
		for (let at = last; at > 0; at = from[at]!) pieces.push(ids[at]!);
		return pieces.reverse();
	}

	return {
		idsOf(from, piecesMax) {
			const beginning = from.slice(0, piecesMax * CHARACTERS_A_PIECE);
			const normal = normalise(beginning, vocabulary.characters);
			return cut(Buffer.from(normal)).slice(0, piecesMax);
		},
	};
}

function normalise(
	text: string,
	characters: ReadonlyMap<number, string>,
): string {
	let normal = "";
	for (const character of text)
		normal += characters.get(character.codePointAt(0)!) ?? character;
	const spaced = normal.replace(/ {2,}/g, " ");
	return (spaced.startsWith(" ") ? spaced : ` ${spaced}`).replaceAll(
		" ",
		SPACE,
	);
}

/** Where each character of UTF-8 begins, and the end. */
function characterStarts(bytes: Buffer): number[] {
	const starts: number[] = [];
	for (let i = 0; i < bytes.length; i++)
		if ((bytes[i]! & 0xc0) !== 0x80) starts.push(i);
	starts.push(bytes.length);
	return starts;
}

/** FNV-1a. */
function hash(bytes: Buffer, begin: number, end: number): number {
	let value = 0x811c9dc5;
	for (let i = begin; i < end; i++)
		value = Math.imul(value ^ bytes[i]!, 0x01000193);
	return value ^ (value >>> 15);
}
