import { bm25, inverseFrequency } from "./bm25.ts";
import type { Evidence, Findings } from "./evidence.ts";

/** What the ranking looks at, in the order of the coefficients. */
export const FEATURE_NAMES = [
	"share of the best word score",
	"word score of the ideal article",
	"telling words found",
	"telling words found in the title",
	"title explained by the question",
	"best passage's similarity",
	"title's similarity",
	"similarity behind the most similar article",
	"word score, damped",
	"second passage's similarity",
	"similarity above the usual",
	"word score above the usual",
	"standing of the word score, by telling words found",
	"standing of the similarity, by similarity",
	"length of the question",
	"is a candidate",
] as const;

// "The usual" is what the best ten candidates have on average: it tells a question that one article stands out for
// from one that many articles fit a little.
const USUAL_OF = 10;
// What candidates behind the best have of it in large help centres.
const WORDS_MISSING_SHARE = 0.4;
const SIMILARITY_MISSING_SHARE = 0.65;
// A standing is the distance from the mean of that many best candidates, in their standard deviations. It counts by how
// much of the question the article answers at all: the only article with one word of a short question stands out, too.
const STANDING_OF = 50;
const STANDING_SCALE = 4;
const WORDS_STANDING_MISSING_SHARE = 0.15;
const SIMILARITY_STANDING_MISSING_SHARE = 0.4;
// Keeps differences that are next to nothing from counting as many deviations.
const SPREAD_MIN = 0.01;
const PASSAGE_SHARE = 0.6; // of a candidate's one similarity; the title has the rest
const IDEAL_WORD_SCORE = 4; // what a term adds that stands once in a short title and often in the body, per idf

interface Similarity {
	readonly best: number;
	readonly second: number;
	readonly title: number;
	readonly one: number;
}

/** One vector of features for each candidate, in their order. */
export function featuresOf(findings: Findings): number[][] {
	const { terms, statistics, candidates } = findings;
	const telling = terms.map((term) =>
		inverseFrequency(term.articleCount, statistics.articleCount),
	);
	const tellingSum = sum(telling) || 1;
	const words = candidates.map((one) => bm25(one, terms, statistics));
	const similarities = candidates.map(similarityOf);
	const wordsBest = Math.max(...words, Number.EPSILON);
	const whole = candidates.map(saysAll);
	const others = (values: readonly number[]) => withoutPeers(values, whole);
	const wordsUsual = usual(others(words), WORDS_MISSING_SHARE);
	const similaritiesOnly = similarities.map(({ one }) => one);
	const similarityBest = Math.max(...similaritiesOnly);
	const similarityUsual = usual(
		others(similaritiesOnly),
		SIMILARITY_MISSING_SHARE,
	);
	const wordStandings = standings(
		words,
		others(words),
		WORDS_STANDING_MISSING_SHARE,
		tellingSum * SPREAD_MIN,
	);
	const similarityStandings = standings(
		similaritiesOnly,
		others(similaritiesOnly),
		SIMILARITY_STANDING_MISSING_SHARE,
		SPREAD_MIN,
	);
	const length = Math.log1p(terms.length) / 3;
	return candidates.map((candidate, i) => {
		const found = coverage(candidate, telling);
		const word = words[i]!;
		const similarity = similarities[i]!;
		return [
			word / wordsBest,
			word / (tellingSum * IDEAL_WORD_SCORE),
			found.anywhere / tellingSum,
			found.inTitle / tellingSum,
			candidate.titleLength > 0
				? Math.min(1, found.titleTerms / candidate.titleLength)
				: 0,
			similarity.best,
			similarity.title,
			similarity.one - similarityBest,
			Math.log1p(word) / 3,
			similarity.second,
			similarity.one - similarityUsual,
			(word - wordsUsual) / wordsBest,
			(wordStandings[i]! * found.anywhere) / tellingSum,
			similarityStandings[i]! * similarity.one,
			length,
			1,
		];
	});
}

function similarityOf(candidate: Evidence): Similarity {
	const { titleSimilarity: title, passageSimilarities: passages } = candidate;
	let best = 0;
	let second = 0;
	for (const similarity of passages) {
		if (similarity > best) [best, second] = [similarity, best];
		else if (similarity > second) second = similarity;
	}
	return {
		best,
		second: passages.length > 1 ? second : best,
		title,
		one: PASSAGE_SHARE * best + (1 - PASSAGE_SHARE) * title,
	};
}

function coverage(candidate: Evidence, telling: readonly number[]) {
	let anywhere = 0;
	let inTitle = 0;
	let titleTerms = 0;
	for (const [i, weight] of telling.entries()) {
		const isInTitle = candidate.titleCounts[i]! > 0;
		if (isInTitle || candidate.bodyCounts[i]! > 0) anywhere += weight;
		if (!isInTitle) continue;
		inTitle += weight;
		titleTerms++;
	}
	return { anywhere, inTitle, titleTerms };
}

/**
 * Whether an article has every word of the question. Those that do are no rivals of each other: a help centre may have
 * its refund policy once for each country.
 */
export function saysAll({ titleCounts, bodyCounts }: Evidence): boolean {
	if (titleCounts.length === 0) return false;
	return titleCounts.every((count, i) => count > 0 || bodyCounts[i]! > 0);
}

/** The values that a candidate is compared to: of those that say all that was asked, the best alone. */
function withoutPeers(
	values: readonly number[],
	whole: readonly boolean[],
): number[] {
	const best = Math.max(...values.filter((_, i) => whole[i]));
	const rest = values.filter((_, i) => !whole[i]);
	return best === Number.NEGATIVE_INFINITY ? rest : [best, ...rest];
}

function usual(values: readonly number[], missingShare: number): number {
	return mean(bestOf(values, USUAL_OF, missingShare));
}

/** How far each value stands out from the best {@link STANDING_OF} of those it is compared to. */
function standings(
	values: readonly number[],
	compared: readonly number[],
	missingShare: number,
	spreadMin: number,
): number[] {
	const best = bestOf(compared, STANDING_OF, missingShare);
	const middle = mean(best);
	const variance = mean(best.map((value) => (value - middle) ** 2));
	const spread = Math.sqrt(variance) + spreadMin;
	return values.map((value) => (value - middle) / spread / STANDING_SCALE);
}

/** @param missingShare what a candidate that a small help centre does not have is taken for, as a share of the best. */
function bestOf(
	values: readonly number[],
	count: number,
	missingShare: number,
): number[] {
	const best = values.toSorted((a, b) => b - a).slice(0, count);
	const missing = missingShare * (best[0] ?? 0);
	return [...best, ...Array<number>(count - best.length).fill(missing)];
}

function mean(values: readonly number[]): number {
	return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
