/**
 * Whether `b` can be reached from `a` in at most `limit` (1 or 2) insertions, deletions, replacements or swaps of
 * neighbours.
 */
export function isWithinEdits(a: string, b: string, limit: number): boolean {
	if (Math.abs(a.length - b.length) > limit) return false;
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (let row = 1; row <= a.length; row++) {
		const current = [row];
		let best = row;
		for (let column = 1; column <= b.length; column++) {
			const same = a[row - 1] === b[column - 1];
			let distance = Math.min(
				last[column]! + 1,
				current[column - 1]! + 1,
				last[column - 1]! + (same ? 0 : 1),
			);
			const swapped =
				row > 1 &&
				column > 1 &&
				a[row - 1] === b[column - 2] &&
				a[row - 2] === b[column - 1];
			if (swapped) distance = Math.min(distance, beforeLast[column - 2]! + 1);
			current.push(distance);
			best = Math.min(best, distance);
		}
		// Rows only grow from here on, but for a swap, which reads the row before.
		if (best > limit + 1) return false;
		beforeLast = last;
		last = current;
	}
	return last[b.length]! <= limit;
}

/** How many typing errors a word of this length is forgiven: short words have too many neighbours. */
export function editsForgiven(length: number): 0 | 1 | 2 {
	if (length < 4) return 0;
	return length < 8 ? 1 : 2;
}
