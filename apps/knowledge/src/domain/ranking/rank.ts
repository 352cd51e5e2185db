import coefficients from "./coefficients.gen.json" with { type: "json" };
import type { Evidence, Findings } from "./evidence.ts";
import { featuresOf } from "./features.ts";
import { groupsOf } from "./peers.ts";

/** A candidate and the probability, 0 to 1, that it is the article that answers the question. */
export interface Ranked {
	readonly articleId: string;
	readonly relevance: number;
	/** Whether that is enough to show it. */
	readonly isAnswer: boolean;
	/** The lowest relevance that is enough. */
	readonly cutoff: number;
	readonly features: readonly RankedFeature[];
	/** Position of the passage that fits best; undefined while the passages have no embedding. */
	readonly passage: number | undefined;
}

/** A feature of a candidate, and what it adds to the logarithm of the odds that the candidate is the answer. */
export interface RankedFeature {
	readonly value: number;
	readonly contribution: number;
}

/** Fitted weights of the features, and the lowest probability at which an article is shown. */
export interface Coefficients {
	readonly weights: readonly number[];
	readonly cutoff: number;
}

/** The coefficients for an encoder, by its name; for the words alone without one. */
export function coefficientsFor(encoder: string | undefined): Coefficients {
	if (encoder === undefined) return coefficients.lexical;
	return /minilm/i.test(encoder) ? coefficients.minilm : coefficients.static;
}

/**
 * How much competing articles lower an article's probability. At 1 the relevances of all articles and of none would sum to 1, and two
 * articles that both answer would have to share; at 0 a question that fits a dozen articles a little would look answered.
 */
const RIVAL_SHARE = 0.3;

/** The odds of each candidate against none of them being right, by a conditional logit. */
function oddsOf(
	features: readonly (readonly number[])[],
	weights: readonly number[],
): number[] {
	return features.map((vector) => {
		let score = 0;
		for (let i = 0; i < vector.length; i++) score += vector[i]! * weights[i]!;
		return Math.exp(score);
	});
}

/** Of exactly one candidate or none being right: the probability of each. The weights are fitted by it. */
export function probabilities(
	features: readonly (readonly number[])[],
	weights: readonly number[],
): number[] {
	const odds = oddsOf(features, weights);
	const total = odds.reduce((sum, value) => sum + value, 1);
	return odds.map((value) => value / total);
}

/**
 * The probability that each candidate answers the question, whether or not others do as well.
 *
 * @param groups beside each candidate, its group: articles of one group do not compete.
 */
export function relevances(
	features: readonly (readonly number[])[],
	weights: readonly number[],
	groups: readonly number[],
): number[] {
	const odds = oddsOf(features, weights);
	let total = 0;
	const ofGroups = new Map<number, number>();
	for (const [i, value] of odds.entries()) {
		const group = groups[i]!;
		total += value;
		ofGroups.set(group, (ofGroups.get(group) ?? 0) + value);
	}
	return odds.map((value, i) => {
		const rivals = total - ofGroups.get(groups[i]!)!;
		return value / (1 + value + RIVAL_SHARE * rivals);
	});
}

/** Orders what an engine found, best first; equal probabilities by id, so that every process gives one order. */
export function rank(findings: Findings): Ranked[] {
	const { encoder, candidates } = findings;
	const withEmbedding = relevancesBy(coefficientsFor(encoder), findings);
	// An article without an embedding is scored as in a search without embeddings: against those with its words.
	const byWords = candidates.some(isWithoutEmbedding)
		? relevancesBy(coefficientsFor(undefined), {
				...findings,
				candidates: candidates.filter(saysAWord),
			})
		: withEmbedding;
	return candidates
		.map((candidate) => ({
			articleId: candidate.articleId,
			...(isWithoutEmbedding(candidate) ? byWords : withEmbedding)(candidate),
			passage: bestPassage(candidate.passageSimilarities),
		}))
		.sort(
			(a, b) =>
				b.relevance - a.relevance || (a.articleId < b.articleId ? -1 : 1),
		);
}

const isWithoutEmbedding = ({ passageSimilarities }: Evidence) =>
	passageSimilarities.length === 0;

const saysAWord = ({ titleCounts, bodyCounts }: Evidence) =>
	titleCounts.some((count) => count > 0) ||
	bodyCounts.some((count) => count > 0);

function relevancesBy({ weights, cutoff }: Coefficients, findings: Findings) {
	const { candidates } = findings;
	const groups = groupsOf(candidates);
	const features = featuresOf(findings, groups);
	const all = relevances(features, weights, groups);
	const positions = new Map(candidates.map((candidate, i) => [candidate, i]));
	return (candidate: Evidence) => {
		const i = positions.get(candidate);
		const relevance = i === undefined ? 0 : all[i]!;
		const vector = i === undefined ? [] : features[i]!;
		return {
			relevance,
			isAnswer: relevance >= cutoff,
			cutoff,
			features: vector.map((value, feature) => ({
				value,
				contribution: value * weights[feature]!,
			})),
		};
	};
}

function bestPassage(similarities: Float32Array): number | undefined {
	let best = 0;
	for (let i = 1; i < similarities.length; i++)
		if (similarities[i]! > similarities[best]!) best = i;
	return similarities.length > 0 ? best : undefined;
}
