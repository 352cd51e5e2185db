import type { Ranked } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import type { ClassQuestion } from "./company.ts";

/** A question with the article that the ranking puts first. */
export interface Outcome {
	readonly question: ClassQuestion;
	readonly articleId: string | undefined;
	/** Probability that the first article answers. */
	readonly relevance: number;
	readonly isShown: boolean;
	readonly isRight: boolean;
}

export function outcomeOf(
	question: ClassQuestion,
	[first]: readonly Ranked[],
): Outcome {
	return {
		question,
		articleId: first?.articleId,
		relevance: first?.relevance ?? 0,
		isShown: first?.isAnswer ?? false,
		isRight: first !== undefined && question.gold.includes(first.articleId),
	};
}

/** A line of the table: a class of questions. Shares are NaN where they do not apply. */
export interface ClassQuality {
	readonly className: string;
	readonly questions: number;
	readonly rightShown: number;
	readonly rightFirst: number;
	/** Questions for which an article is shown that does not answer. */
	readonly wrongShown: number;
	/** The same with a probability above this. */
	readonly wrongAboveSevenTenths: number;
}

const CERTAIN = 0.7;

export function qualityByClass(outcomes: readonly Outcome[]): ClassQuality[] {
	const classes = Map.groupBy(outcomes, ({ question }) => question.className);
	return [...classes].map(([className, own]) => {
		const answerable = own.filter(({ question }) => question.gold.length > 0);
		const right = answerable.filter(({ isRight }) => isRight);
		const wrong = own.filter(({ isShown, isRight }) => isShown && !isRight);
		return {
			className,
			questions: own.length,
			rightShown:
				right.filter(({ isShown }) => isShown).length / answerable.length,
			rightFirst: right.length / answerable.length,
			wrongShown: wrong.length,
			wrongAboveSevenTenths: wrong.filter(
				({ relevance }) => relevance > CERTAIN,
			).length,
		};
	});
}

/** A range of probabilities: how often the first article is right in it. */
export interface ReliabilityBin {
	readonly from: number;
	readonly questions: number;
	readonly relevanceMean: number;
	readonly rightShare: number;
}

const BINS = 10;

/** The reliability diagram of the first articles' probabilities. */
export function reliability(outcomes: readonly Outcome[]): ReliabilityBin[] {
	const binOf = ({ relevance }: Outcome) =>
		Math.min(BINS - 1, Math.floor(relevance * BINS));
	const bins = Map.groupBy(outcomes, binOf);
	return [...bins]
		.sort(([a], [b]) => a - b)
		.map(([bin, own]) => ({
			from: bin / BINS,
			questions: own.length,
			relevanceMean:
				own.reduce((sum, { relevance }) => sum + relevance, 0) / own.length,
			rightShare: own.filter(({ isRight }) => isRight).length / own.length,
		}));
}

/** Expected calibration error of the first articles' probabilities. */
export function calibrationError(outcomes: readonly Outcome[]): number {
	return reliability(outcomes).reduce(
		(sum, { questions, relevanceMean, rightShare }) =>
			sum +
			(questions / outcomes.length) * Math.abs(relevanceMean - rightShare),
		0,
	);
}
