import { inverseFrequency } from "../domain/ranking/bm25.ts";

/** The server's hits for one query. */
export interface Hits {
	/** Of the articles, best first. */
	readonly ids: readonly string[];
	readonly scores: readonly number[];
	/** Articles of the workspace that hold the word. */
	readonly total: number;
}

/** The best articles by the sum of their words' weights. */
export function bestOf(
	words: readonly Hits[],
	articleCount: number,
	limit: number,
): string[] {
	const scores = new Map<string, number>();
	for (const { ids, scores: ranking, total } of words) {
		const termWeight = inverseFrequency(total, articleCount);
		for (const [i, id] of ids.entries())
			scores.set(id, (scores.get(id) ?? 0) + termWeight * ranking[i]!);
	}
	return [...scores]
		.sort((a, b) => b[1] - a[1])
		.slice(0, limit)
		.map(([id]) => id);
}
