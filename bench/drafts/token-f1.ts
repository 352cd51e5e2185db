/** Shared words of two texts: the harmonic mean of precision and recall, each occurrence counted. */
export function tokenF1(text: string, reference: string): number {
	const words = tokens(text);
	const wanted = tokens(reference);
	const left = new Map<string, number>();
	for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
	let shared = 0;
	for (const word of words) {
		const count = left.get(word) ?? 0;
		if (count === 0) continue;
		shared++;
		left.set(word, count - 1);
	}
	const total = words.length + wanted.length;
	return total === 0 ? 0 : (2 * shared) / total;
}

function tokens(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
