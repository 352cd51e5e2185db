import type { Evidence, Findings } from "./evidence.ts";
import { FEATURE_NAMES, featuresOf } from "./features.ts";
import models from "./models.gen.json" with { type: "json" };
import { groupsOf } from "./peers.ts";
import { sum } from "./surroundings.ts";
import { contributionsOf, type Forest, logOdds } from "./trees.ts";

/** A candidate and the probability, 0 to 1, that it is the article that answers the question. */
export interface Ranked {
	readonly articleId: string;
	readonly relevance: number;
	/** Whether that is enough to show it. */
	readonly isAnswer: boolean;
	/** The lowest relevance that is enough. */
	readonly cutoff: number;
	/** Position of the passage that fits best; undefined while the passages have no embedding. */
	readonly passage: number | undefined;
	/** Computed when it is called: few candidates are shown. */
	readonly quotability: () => Quotability;
	/** Computed when it is called: only a person who looks into one question sees them. */
	readonly features: () => readonly RankedFeature[];
}

/** Whether a draft may quote a candidate. */
export interface Quotability {
	/** The same probability by the fit for drafts, which is more careful with long questions to help centres. */
	readonly draftRelevance: number;
	/** Whether that is enough to quote it in a reply: a list of results may hold a wrong one, a draft may not. */
	readonly isQuotable: boolean;
}

/** A feature of a candidate, and what it adds to the logarithm of the odds that the candidate is the answer. */
export interface RankedFeature {
	readonly value: number;
	readonly contribution: number;
}

/** Fitted trees, and the lowest probability that is enough. */
export interface Decision extends Forest {
	readonly cutoff: number;
}

/** What decides whether an article is shown, and whether a draft quotes it: each has a fit of its own (decision 0046). */
export interface Model {
	readonly search: Decision;
	readonly drafts: Decision;
}

/** The model for an encoder, by its name; for the words alone without one. */
export function modelFor(encoder: string | undefined): Model {
	if (encoder === undefined) return models.lexical;
	return isMiniLm(encoder) ? models.minilm : models.static;
}

/** Whether vectors are MiniLM's, or others in its space; any other encoder's are judged as the static table's. */
export const isMiniLm = (encoder: string) => /minilm/i.test(encoder);

/**
 * How much competing articles lower an article's probability. At 1 the relevances of all articles and of none would sum
 * to 1, and two articles that both answer would have to share; at 0 a question that fits a dozen articles a little would
 * look answered.
 */
const RIVAL_SHARE = 0.3;

/**
 * The probability that each candidate answers the question, whether or not others do as well.
 *
 * @param groups beside each candidate, its group: articles of one group do not compete.
 */
export function relevances(
	forest: Forest,
	features: readonly (readonly number[])[],
	groups: readonly number[],
): number[] {
	const odds = features.map((vector) => Math.exp(logOdds(forest, vector)));
	const total = sum(odds);
	const ofGroups = new Map<number, number>();
	for (const [i, value] of odds.entries())
		ofGroups.set(groups[i]!, (ofGroups.get(groups[i]!) ?? 0) + value);
	return odds.map((value, i) => {
		const rivals = total - ofGroups.get(groups[i]!)!;
		return value / (1 + value + RIVAL_SHARE * rivals);
	});
}

/** Orders what an engine found, best first; equal probabilities by id, so that every process gives one order. */
export function rank(findings: Findings): Ranked[] {
	const { encoder, candidates } = findings;
	let withEmbedding: Judge | undefined;
	let byWords: Judge | undefined;
	const judge: Judge = (candidate) => {
		if (!isWithoutEmbedding(candidate)) {
			withEmbedding ??= relevancesBy(modelFor(encoder), findings);
			return withEmbedding(candidate);
		}
		// As in a search without embeddings: against those with its words.
		byWords ??= relevancesBy(modelFor(undefined), {
			...findings,
			candidates: candidates.filter(saysAWord),
		});
		return byWords(candidate);
	};
	return candidates
		.map((candidate) => ({
			articleId: candidate.articleId,
			...judge(candidate),
			passage: bestPassage(candidate.passageSimilarities),
		}))
		.sort(
			(a, b) =>
				b.relevance - a.relevance || (a.articleId < b.articleId ? -1 : 1),
		);
}

export const isWithoutEmbedding = ({ passageSimilarities }: Evidence) =>
	passageSimilarities.length === 0;

const saysAWord = ({ titleCounts, bodyCounts }: Evidence) =>
	titleCounts.some((count) => count > 0) ||
	bodyCounts.some((count) => count > 0);

/**
 * By its words alone an article with a smaller share of the informative ones does not answer: the only article of a help
 * centre has no rival, whatever it says.
 */
const FOUND_MIN = 0.25;
const FOUND = FEATURE_NAMES.indexOf("informative words found");

type Judge = (
	candidate: Evidence,
) => Pick<
	Ranked,
	"relevance" | "isAnswer" | "cutoff" | "quotability" | "features"
>;

function relevancesBy(model: Model, findings: Findings): Judge {
	const { candidates } = findings;
	const groups = groupsOf(candidates);
	const features = featuresOf(findings, groups);
	const shown = relevances(model.search, features, groups);
	let quoted: readonly number[] | undefined;
	const positions = new Map(candidates.map((candidate, i) => [candidate, i]));
	return (candidate: Evidence) => {
		const i = positions.get(candidate);
		const vector = i === undefined ? [] : features[i]!;
		const found = findings.encoder ? 1 : (vector[FOUND] ?? 0) / FOUND_MIN;
		const share = Math.min(1, found);
		const relevance = i === undefined ? 0 : shown[i]! * share;
		const isAnswer = relevance >= model.search.cutoff;
		return {
			relevance,
			isAnswer,
			cutoff: model.search.cutoff,
			quotability() {
				quoted ??= relevances(model.drafts, features, groups);
				const draftRelevance = i === undefined ? 0 : quoted[i]! * share;
				const isQuotable = isAnswer && draftRelevance >= model.drafts.cutoff;
				return { draftRelevance, isQuotable };
			},
			features: () => (i === undefined ? [] : describe(model.search, vector)),
		};
	};
}

function describe(forest: Forest, vector: readonly number[]): RankedFeature[] {
	const contributions = contributionsOf(forest, vector);
	return vector.map((value, i) => ({ value, contribution: contributions[i]! }));
}

function bestPassage(similarities: Float32Array): number | undefined {
	let best = 0;
	for (let i = 1; i < similarities.length; i++)
		if (similarities[i]! > similarities[best]!) best = i;
	return similarities.length > 0 ? best : undefined;
}
