import type { CorpusStatistics, Evidence, QuestionTerm } from "./evidence.ts";

// The usual values of Robertson and Walker; tuning them moved no development set by more than a point.
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** A word of the title is more informative than one of the body: the API calls the title the primary retrieval signal. */
export const TITLE_WEIGHT = 1.5;

/**
 * Synthetic articles of other businesses, added to the workspace's own: in a help centre of three articles a word
 * that one of them contains is as informative as one that a single article of a hundred contains.
 */
const IMAGINED_ARTICLES = 100;

/** Inverse document frequency of a term that `articleCount` of `corpusSize` articles contain. Never negative. */
export function inverseFrequency(
	articleCount: number,
	corpusSize: number,
): number {
	const held = Math.min(articleCount, corpusSize);
	const others = corpusSize + IMAGINED_ARTICLES - held;
	return Math.log(1 + (others + 0.5) / (held + 0.5));
}

/** Score of a term in one field: between 0 and `1 + SATURATION`, times its inverse document frequency. */
export function fieldWeight(
	count: number,
	length: number,
	lengthMean: number,
): number {
	if (count === 0) return 0;
	const share = lengthMean > 0 ? length / lengthMean : 1;
	const norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * share);
	return (count * (1 + SATURATION)) / (count + norm);
}

/** The two-field BM25 score of an article for a question. */
export function bm25(
	evidence: Evidence,
	terms: readonly QuestionTerm[],
	corpus: CorpusStatistics,
): number {
	let score = 0;
	for (let i = 0; i < terms.length; i++) {
		const inTitle = evidence.titleCounts[i]!;
		const inBody = evidence.bodyCounts[i]!;
		if (inTitle === 0 && inBody === 0) continue;
		score +=
			inverseFrequency(terms[i]!.articleCount, corpus.articleCount) *
			(TITLE_WEIGHT *
				fieldWeight(inTitle, evidence.titleLength, corpus.titleLengthMean) +
				fieldWeight(inBody, evidence.bodyLength, corpus.bodyLengthMean));
	}
	return score;
}
