import type {
	Evidence,
	Findings,
} from "@supportdesk/knowledge/domain/ranking/evidence.ts";
import {
	FEATURE_NAMES,
	featuresOf,
} from "@supportdesk/knowledge/domain/ranking/features.ts";
import {
	areSame,
	groupsOf,
} from "@supportdesk/knowledge/domain/ranking/peers.ts";
import type { Forest } from "@supportdesk/knowledge/domain/ranking/trees.ts";
import { boost } from "./training/boost.ts";
import type { BoostOptions, Rows } from "./training/rows.ts";
import type { TrainingSet } from "./training/training-set.ts";

/** One question for the fit: its candidates' features and the right candidates; empty if no article is right. */
export interface Example {
	readonly source: string;
	readonly set: string;
	/** How much it counts among those of its set. */
	readonly share: number;
	/** Of all questions of the set that are answerable, or of all that are not. */
	readonly setWeight: number;
	readonly answerable: boolean;
	readonly features: readonly (readonly number[])[];
	/** Beside each candidate its group. */
	readonly groups: readonly number[];
	readonly right: readonly number[];
}

/** Candidates of a question that the fit reads: the others have no chance. */
const CANDIDATES_MAX = 12;

/** Which way a feature may move the probability; the others may do both. */
const UP = [
	"share of the best word score",
	"word score of the ideal article",
	"informative words found",
	"informative words found in the title",
	"title explained by the question",
	"word score above the usual",
	"z-score of the word score, by informative words found",
	"word score above the best rival's",
	"informative words found above the best rival's",
	"codes found",
	"has a code that no other article has",
	"best passage's similarity",
	"title's similarity",
	"similarity above the best rival's",
	"similarity above the usual",
	"z-score of the similarity, by similarity",
];
const DOWN = [
	"words that no article has",
	"words that only other articles have",
	"most informative word missing",
	"words missing",
	"codes missing",
	"title names another code",
	"names missing",
	"is about the opposite",
	"is about another of its kind",
	"is about another matter than a short question",
];

/** What is known without examples, of which the sets have few: who asks for the opposite does not want this article. */
const PRIORS: Record<string, number> = {
	"codes missing": -4,
	"title names another code": -2.5,
	"names missing": -2,
	"is about the opposite": -3,
	"is about another of its kind": -3,
	"is about another matter than a short question": -2,
	"has a code that no other article has": 2.5,
};

export const OPTIONS: BoostOptions = {
	trees: 60,
	depth: 3,
	shrinkage: 0.1,
	ridge: 10,
	leafShareMin: 0.001,
	directions: FEATURE_NAMES.map((name) =>
		UP.includes(name) ? 1 : DOWN.includes(name) ? -1 : 0,
	),
	priors: FEATURE_NAMES.map((name) => PRIORS[name] ?? 0),
};

/** Each question twice: with all candidates, and without its right articles and their copies. */
export function examplesOf(
	set: TrainingSet,
	findings: readonly Findings[],
): Example[] {
	return set.questions.flatMap(({ gold, kind }, i) => {
		const found = findings[i]!;
		const isRight = ({ articleId }: Evidence) => gold.includes(articleId);
		const example = (some: Findings, answerable: boolean): Example => {
			const isWithout = !answerable && gold.length > 0;
			const { candidates } = some;
			const groups = groupsOf(candidates);
			const features = featuresOf(some, groups);
			const kept = likely(features, candidates.map(isRight));
			return {
				...{
					source: set.source,
					set: set.name,
					setWeight: set.weight * (answerable ? 1 : set.unanswerableShare),
				},
				share: isWithout ? set.withoutShare : (KIND_SHARES[kind] ?? 1),
				answerable,
				features: kept.map((position) => features[position]!),
				groups: kept.map((position) => groups[position]!),
				right: kept.flatMap((position, at) =>
					isRight(candidates[position]!) ? [at] : [],
				),
			};
		};
		if (gold.length === 0) return [example(found, false)];
		return [example(found, true), example(withoutArticles(found, gold), false)];
	});
}

const WORDS = FEATURE_NAMES.indexOf("share of the best word score");
const SIMILARITY = FEATURE_NAMES.indexOf("similarity above the best rival's");

function likely(
	features: readonly (readonly number[])[],
	isRight: readonly boolean[],
): number[] {
	const best = (feature: number) =>
		[...features.keys()]
			.sort((a, b) => features[b]![feature]! - features[a]![feature]!)
			.slice(0, CANDIDATES_MAX / 2);
	const right = isRight.flatMap((one, i) => (one ? [i] : []));
	return [...new Set([...best(WORDS), ...best(SIMILARITY), ...right])];
}

/** As if the workspace had not these articles, nor copies of them. */
export function withoutArticles(
	findings: Findings,
	ids: readonly string[],
): Findings {
	const isGone = ({ articleId }: Evidence) => ids.includes(articleId);
	const gone = findings.candidates.filter(isGone);
	const candidates = findings.candidates.filter(
		(one) => !isGone(one) && !gone.some((other) => areSame(other, one)),
	);
	const removed = findings.candidates.filter(
		(one) => !candidates.includes(one),
	);
	const terms = findings.terms.map((term, i) => {
		const held = removed.filter(
			({ titleCounts, bodyCounts }) =>
				titleCounts[i]! > 0 || bodyCounts[i]! > 0,
		).length;
		const articleCount = Math.max(0, term.articleCount - held);
		return { ...term, articleCount, isKnown: term.isKnown && articleCount > 0 };
	});
	return { ...findings, terms, candidates };
}

/** Kinds of questions that count more or less than a set's other ones. */
const KIND_SHARES: Record<string, number> = {
	"near misses": 4,
	"made near misses": 1.5,
	unanswerable: 2,
	paraphrased: 2,
	"typing errors": 2,
};

export function fit(examples: readonly Example[]): Forest {
	return boost(rowsOf(examples), OPTIONS);
}

/** Each set has its weights, of its answerable questions and of the others. */
function rowsOf(examples: readonly Example[]): Rows {
	const groupOf = ({ set, answerable }: Example) => `${set} ${answerable}`;
	const totals = new Map<string, number>();
	for (const one of examples)
		totals.set(groupOf(one), (totals.get(groupOf(one)) ?? 0) + one.share);
	const features: (readonly number[])[] = [];
	const isRight: boolean[] = [];
	const weights: number[] = [];
	const questions: number[] = [];
	for (const [question, one] of examples.entries()) {
		const weight = (one.setWeight * one.share) / totals.get(groupOf(one))!;
		for (const [i, vector] of one.features.entries()) {
			features.push(vector);
			isRight.push(one.right.includes(i));
			weights.push(weight);
			questions.push(question);
		}
	}
	return { features, isRight, weights, questions };
}
