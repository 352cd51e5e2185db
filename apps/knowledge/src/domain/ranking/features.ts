import { bm25, inverseFrequency } from "./bm25.ts";
import type { Evidence, Findings } from "./evidence.ts";

/** The features of the ranking, in the order of the coefficients. */
export const FEATURE_NAMES = [
	"share of the best word score",
	"word score of the ideal article",
	"informative words found",
	"informative words found in the title",
	"title explained by the question",
	"best passage's similarity",
	"title's similarity",
	"similarity behind the most similar article",
	"word score, damped",
	"second passage's similarity",
	"similarity above the usual",
	"word score above the usual",
	"z-score of the word score, by informative words found",
	"z-score of the similarity, by similarity",
	"length of the question",
	"is a candidate",
] as const;

// "The usual" is what the best ten candidates have on average: it distinguishes a question with one outstanding
// article from one that many articles fit a little.
const USUAL_OF = 10;
// A z-score is the distance from the mean of that many best candidates, in their standard deviations. It is weighted by
// the share of the question that the article covers: the only article with one word of a short question has a high one.
const Z_SCORE_OF = 50;
const Z_SCORE_SCALE = 4;
// Keeps negligible differences from counting as many deviations.
const SPREAD_MIN = 0.01;
// Share of the best value that the other candidates have in large help centres, for "the usual" and for a z-score.
const WORDS_MISSING = { usual: 0.4, zScore: 0.15 };
const SIMILARITY_MISSING = { usual: 0.65, zScore: 0.4 };
const PASSAGE_SHARE = 0.6; // of a candidate's one similarity; the title has the rest
const IDEAL_WORD_SCORE = 4; // what a term adds, per idf, if it occurs once in a short title and often in the body

interface Similarity {
	readonly best: number;
	readonly second: number;
	readonly title: number;
	readonly one: number;
}

/**
 * One vector of features for each candidate, in their order.
 *
 * @param groups beside each candidate, its group of {@link groupsOf}: a question may fit all of a group.
 */
export function featuresOf(
	findings: Findings,
	groups: readonly number[],
): number[][] {
	const { terms, statistics, candidates } = findings;
	const termWeights = terms.map((term) =>
		inverseFrequency(term.articleCount, statistics.articleCount),
	);
	const weightSum = sum(termWeights) || 1;
	const words = candidates.map((one) => bm25(one, terms, statistics));
	const similarities = candidates.map(similarityOf);
	const wordsBest = Math.max(...words, Number.EPSILON);
	const wordsAround = surroundings(
		groups,
		words,
		WORDS_MISSING,
		weightSum * SPREAD_MIN,
	);
	const similaritiesOnly = similarities.map(({ one }) => one);
	const similarityBest = Math.max(...similaritiesOnly);
	const similaritiesAround = surroundings(
		groups,
		similaritiesOnly,
		SIMILARITY_MISSING,
		SPREAD_MIN,
	);
	const length = Math.log1p(terms.length) / 3;
	return candidates.map((candidate, i) => {
		const found = coverage(candidate, termWeights);
		const word = words[i]!;
		const similarity = similarities[i]!;
		return [
			word / wordsBest,
			word / (weightSum * IDEAL_WORD_SCORE),
			found.anywhere / weightSum,
			found.inTitle / weightSum,
			candidate.titleLength > 0
				? Math.min(1, found.titleTerms / candidate.titleLength)
				: 0,
			similarity.best,
			similarity.title,
			similarity.one - similarityBest,
			Math.log1p(word) / 3,
			similarity.second,
			similarity.one - similaritiesAround[i]!.usual,
			(word - wordsAround[i]!.usual) / wordsBest,
			(zScore(word, wordsAround[i]!) * found.anywhere) / weightSum,
			zScore(similarity.one, similaritiesAround[i]!) * similarity.one,
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

function coverage(candidate: Evidence, termWeights: readonly number[]) {
	let anywhere = 0;
	let inTitle = 0;
	let titleTerms = 0;
	for (const [i, weight] of termWeights.entries()) {
		const isInTitle = candidate.titleCounts[i]! > 0;
		if (isInTitle || candidate.bodyCounts[i]! > 0) anywhere += weight;
		if (!isInTitle) continue;
		inTitle += weight;
		titleTerms++;
	}
	return { anywhere, inTitle, titleTerms };
}

/** The values that a candidate's value is compared with. */
interface Surroundings {
	readonly usual: number;
	readonly middle: number;
	readonly spread: number;
}

/** Of each candidate, from all values of other groups and the best value of its own group. */
function surroundings(
	groups: readonly number[],
	values: readonly number[],
	missing: { usual: number; zScore: number },
	spreadMin: number,
): Surroundings[] {
	const of = (compared: readonly number[]): Surroundings => {
		const best = bestOf(compared, Z_SCORE_OF, missing.zScore);
		const middle = mean(best);
		const variance = mean(best.map((value) => (value - middle) ** 2));
		return {
			usual: mean(bestOf(compared, USUAL_OF, missing.usual)),
			middle,
			spread: Math.sqrt(variance) + spreadMin,
		};
	};
	const ofAll = of(values);
	const members = Map.groupBy(values.keys(), (i) => groups[i]!);
	const ofGroups = new Map(
		[...members].map(([group, own]) => {
			if (own.length === 1) return [group, ofAll];
			const best = Math.max(...own.map((i) => values[i]!));
			const others = values.filter((_, i) => groups[i] !== group);
			return [group, of([best, ...others])];
		}),
	);
	return groups.map((group) => ofGroups.get(group)!);
}

function zScore(value: number, { middle, spread }: Surroundings): number {
	return (value - middle) / spread / Z_SCORE_SCALE;
}

/** @param missingShare value of the candidates that a small help centre lacks, as a share of the best. */
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
