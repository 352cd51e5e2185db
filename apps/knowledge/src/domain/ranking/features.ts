import { synonymsOf } from "../text/synonyms.ts";
import { bm25, inverseFrequency } from "./bm25.ts";
import { contrastsWith } from "./contrasts.ts";
import type { Evidence, Findings, Place, QuestionTerm } from "./evidence.ts";
import { rivals, sum, surroundings, zScore } from "./surroundings.ts";

/** The features of the ranking, in the order of their values. */
export const FEATURE_NAMES = [
	"share of the best word score",
	"word score of the ideal article",
	"informative words found",
	"informative words found in the title",
	"title explained by the question",
	"word score, damped",
	"word score above the usual",
	"z-score of the word score, by informative words found",
	"word score above the best rival's",
	"informative words found above the best rival's",
	"words found by a forgiven spelling",
	"words that no article has",
	"words that only other articles have",
	"most informative word missing",
	"words missing",
	"codes missing",
	"codes found",
	"title names another code",
	"names missing",
	"is about the opposite",
	"is about another of its kind",
	"is about another matter than a short question",
	"has a code that no other article has",
	"best passage's similarity",
	"title's similarity",
	"second passage's similarity",
	"similarity above the best rival's",
	"similarity above the usual",
	"z-score of the similarity, by similarity",
	"length of the question",
	"is a candidate",
] as const;

// Keeps negligible differences from counting as many deviations.
const SPREAD_MIN = 0.01;
// Share of the best value that the other candidates have in large help centres, for "the usual" and for a z-score.
const WORDS_MISSING = { usual: 0.4, zScore: 0.15 };
const SIMILARITY_MISSING = { usual: 0.65, zScore: 0.4 };
const PASSAGE_SHARE = 0.6; // of a candidate's one similarity; the title has the rest
const IDEAL_WORD_SCORE = 4; // what a term adds, per idf, if it occurs once in a short title and often in the body
const WORDS_COUNTED_MAX = 6;
/** A synonym says less than the word itself. */
const SYNONYM_WEIGHT = 0.6;

/**
 * One vector of features for each candidate, in their order.
 *
 * @param groups beside each candidate, its group of {@link groupsOf}: a question may fit all of a group.
 */
export function featuresOf(
	findings: Findings,
	groups: readonly number[],
): number[][] {
	const { articleCount } = findings.statistics;
	const termWeights = findings.terms.map((term) =>
		inverseFrequency(term.articleCount, articleCount),
	);
	const byWords = wordFeatures(findings, groups, termWeights);
	const bySimilarity = similarityFeatures(findings, groups);
	const contrasts = contrastsWith(findings, termWeights);
	const length = Math.log1p(findings.terms.length) / 3;
	return findings.candidates.map((candidate, i) => [
		...byWords[i]!,
		...Object.values(contrasts(candidate)),
		...bySimilarity[i]!,
		length,
		1,
	]);
}

function wordFeatures(
	{ terms, statistics, candidates }: Findings,
	groups: readonly number[],
	termWeights: readonly number[],
): number[][] {
	const weightSum = sum(termWeights) || 1;
	const scores = candidates.map((one) => bm25(one, terms, statistics));
	const best = Math.max(...scores, Number.EPSILON);
	const around = surroundings(
		groups,
		scores,
		WORDS_MISSING,
		weightSum * SPREAD_MIN,
	);
	const found = candidates.map((one) => coverage(one, terms, termWeights));
	const covered = found.map(({ anywhere }) => anywhere / weightSum);
	const rivalScores = rivals(groups, scores);
	const rivalCovered = rivals(groups, covered);
	return candidates.map(({ titleLength }, i) => {
		const [score, own] = [scores[i]!, found[i]!];
		return [
			score / best,
			score / (weightSum * IDEAL_WORD_SCORE),
			covered[i]!,
			own.inTitle / weightSum,
			titleLength > 0 ? Math.min(1, own.titleTerms / titleLength) : 0,
			Math.log1p(score) / 3,
			(score - around[i]!.usual) / best,
			zScore(score, around[i]!) * covered[i]!,
			(score - rivalScores[i]!) / best,
			covered[i]! - rivalCovered[i]!,
			own.forgiven / weightSum,
			own.unknown / weightSum,
			own.elsewhere / weightSum,
			own.missingMost / weightSum,
			Math.min(WORDS_COUNTED_MAX, own.missing),
		];
	});
}

function similarityFeatures(
	{ candidates }: Findings,
	groups: readonly number[],
): number[][] {
	const similarities = candidates.map(similarityOf);
	const ones = similarities.map(({ one }) => one);
	const around = surroundings(groups, ones, SIMILARITY_MISSING, SPREAD_MIN);
	const rivalOnes = rivals(groups, ones);
	return similarities.map(({ best, title, second, one }, i) => [
		best,
		title,
		second,
		one - rivalOnes[i]!,
		one - around[i]!.usual,
		zScore(one, around[i]!) * one,
	]);
}

function similarityOf(candidate: Evidence) {
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

function placeOf({ titleCounts, bodyCounts }: Evidence, i: number): Place {
	if (titleCounts[i]! > 0) return 2;
	return bodyCounts[i]! > 0 ? 1 : 0;
}

/** Weights of the question's terms by where the article holds them. */
function coverage(
	candidate: Evidence,
	terms: readonly QuestionTerm[],
	termWeights: readonly number[],
) {
	const found = {
		...{ anywhere: 0, inTitle: 0, titleTerms: 0, forgiven: 0 },
		...{ unknown: 0, elsewhere: 0, missing: 0, missingMost: 0 },
	};
	for (const [i, weight] of termWeights.entries()) {
		const place = placeOf(candidate, i);
		const isFound = place > 0;
		const synonyms = isFound ? [] : synonymsOf(terms[i]!.term);
		const synonym = Math.max(0, ...synonyms.map(candidate.placeOf));
		const share = isFound ? weight : SYNONYM_WEIGHT * weight;
		if (place === 2 || synonym === 2) {
			found.inTitle += share;
			found.titleTerms++;
		}
		if (isFound || synonym > 0) {
			found.anywhere += share;
			if (isFound && !terms[i]!.isKnown) found.forgiven += share;
			continue;
		}
		if (terms[i]!.articleCount === 0) found.unknown += weight;
		else found.elsewhere += weight;
		found.missing++;
		found.missingMost = Math.max(found.missingMost, weight);
	}
	return found;
}
