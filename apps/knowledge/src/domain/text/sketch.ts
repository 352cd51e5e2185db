import { crc32 } from "node:zlib";

/** Hashes kept of a text: all of a short one; of a long one the share in common is known to within three in a hundred. */
const HASHES = 256;

/**
 * The smallest hashes of a text's distinct terms, ascending: common terms of two texts are among both texts' hashes, which take
 * at most a kilobyte. Broder, "On the resemblance and containment of documents", 1997.
 */
export function sketchOf(terms: readonly string[]): Uint32Array {
	return Uint32Array.from(terms, (term) => crc32(term))
		.sort()
		.slice(0, HASHES);
}

/**
 * Whether two texts have at least so large a share, 0 to 1, of their terms in common; never true of texts without terms.
 * It is an estimate where both have many terms. Dissimilar texts are rejected after a third of their terms or less.
 */
export function resemble(
	a: Uint32Array,
	b: Uint32Array,
	share: number,
): boolean {
	const total = a.length + b.length;
	// Of two short texts, more leave too few terms to be common.
	const differingMax =
		total > HASHES
			? HASHES * (1 - share)
			: Math.ceil((total * (1 - share)) / (1 + share));
	let atA = 0;
	let atB = 0;
	let common = 0;
	let differing = 0;
	while (atA < a.length && atB < b.length && common + differing < HASHES) {
		const ofA = a[atA]!;
		const ofB = b[atB]!;
		if (ofA <= ofB) atA++;
		if (ofB <= ofA) atB++;
		if (ofA === ofB) common++;
		else if (++differing > differingMax) return false;
	}
	const left = a.length - atA + (b.length - atB);
	const terms = Math.min(HASHES, common + differing + left);
	return common > 0 && common >= share * terms;
}
