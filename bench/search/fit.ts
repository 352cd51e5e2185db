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
import { probabilities } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import type { RetrievalSet } from "./sets.ts";

/** One question for the fit: its candidates' features and the right candidates; empty if no article is right. */
export interface Example {
	readonly set: string;
	readonly answerable: boolean;
	readonly features: readonly (readonly number[])[];
	/** The group of each candidate; candidates of one group do not compete. */
	readonly groups: readonly number[];
	readonly right: readonly number[];
}

const STEPS = 400;
const STEP_SIZE = 0.15;
const RIDGE = 1e-3; // keeps weights small where the sets have no information
const MOMENTUM = 0.9;
const SCALE_MEMORY = 0.999;

/** Each question twice: with all candidates, and without its right articles and their copies. */
export function examplesOf(
	set: RetrievalSet,
	findings: readonly Findings[],
): Example[] {
	return set.questions.flatMap(({ gold }, i) => {
		const found = findings[i]!;
		const isRight = ({ articleId }: Evidence) => gold.includes(articleId);
		const example = (candidates: Findings["candidates"]): Example => {
			const groups = groupsOf(candidates);
			return {
				set: set.name,
				answerable: candidates === found.candidates && gold.length > 0,
				features: featuresOf({ ...found, candidates }, groups),
				groups,
				right: candidates.flatMap((candidate, j) =>
					isRight(candidate) ? [j] : [],
				),
			};
		};
		const right = found.candidates.filter(isRight);
		const without = found.candidates.filter(
			(candidate) =>
				!isRight(candidate) && !right.some((one) => areSame(one, candidate)),
		);
		return gold.length > 0
			? [example(found.candidates), example(without)]
			: [example(without)];
	});
}

/** Help centres, not bots' intents. */
export const isHelpCentre = (set: string) => /^(wixqa|techqa)/.test(set);

/**
 * Maximum likelihood of the conditional logit by Adam, with equal weight for both kinds of a set's questions.
 *
 * @param botWeight weight of a bot's questions relative to a help centre's
 */
export function fit(examples: readonly Example[], botWeight: number): number[] {
	const size = FEATURE_NAMES.length;
	const kind = ({ set, answerable }: Example) => `${set} ${answerable}`;
	const counts = new Map<string, number>();
	for (const example of examples)
		counts.set(kind(example), (counts.get(kind(example)) ?? 0) + 1);
	const shareOf = (example: Example) =>
		(isHelpCentre(example.set) ? 1 : botWeight) / counts.get(kind(example))!;
	const total = examples.reduce((sum, example) => sum + shareOf(example), 0);
	const weights = new Array<number>(size).fill(0);
	const momentum = new Float64Array(size);
	const scale = new Float64Array(size);
	for (let step = 1; step <= STEPS; step++) {
		const gradient = Float64Array.from(weights, (weight) => RIDGE * weight);
		for (const example of examples)
			addGradient(gradient, example, weights, shareOf(example) / total);
		for (let i = 0; i < size; i++) {
			momentum[i] = MOMENTUM * momentum[i]! + (1 - MOMENTUM) * gradient[i]!;
			scale[i] =
				SCALE_MEMORY * scale[i]! + (1 - SCALE_MEMORY) * gradient[i]! ** 2;
			const mean = momentum[i]! / (1 - MOMENTUM ** step);
			const spread = Math.sqrt(scale[i]! / (1 - SCALE_MEMORY ** step));
			weights[i]! -= (STEP_SIZE * mean) / (spread + 1e-9);
		}
	}
	return weights;
}

function addGradient(
	gradient: Float64Array,
	{ features, right }: Example,
	weights: readonly number[],
	share: number,
): void {
	const chances = probabilities(features, weights);
	const rightChance = right.reduce((sum, i) => sum + chances[i]!, 0);
	for (const [i, vector] of features.entries()) {
		const wanted =
			rightChance > 0 && right.includes(i) ? chances[i]! / rightChance : 0;
		const error = (chances[i]! - wanted) * share;
		for (let j = 0; j < vector.length; j++) gradient[j]! += error * vector[j]!;
	}
}
