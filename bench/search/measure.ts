import type { RetrievalSet } from "./sets.ts";

const RANKS = 10;

export interface Quality {
	readonly hitAt1: number;
	readonly hitAt5: number;
	readonly mrrAt10: number;
	readonly ndcgAt10: number;
}

/**
 * The ranks of the right articles, over the questions that have one; NaN without any.
 * @param orders article ids, best first
 */
export function qualityOf(
	set: RetrievalSet,
	orders: readonly (readonly string[])[],
): Quality {
	const total = { hitAt1: 0, hitAt5: 0, mrrAt10: 0, ndcgAt10: 0 };
	let questions = 0;
	for (const [i, { gold }] of set.questions.entries()) {
		if (gold.length === 0) continue;
		questions++;
		const right = orders[i]!.slice(0, RANKS).map((id) => gold.includes(id));
		const first = right.indexOf(true);
		if (first === 0) total.hitAt1++;
		if (first >= 0 && first < 5) total.hitAt5++;
		if (first >= 0) total.mrrAt10 += 1 / (first + 1);
		const gain = (isRight: boolean, rank: number) =>
			isRight ? 1 / Math.log2(rank + 2) : 0;
		const ideal = gold
			.slice(0, RANKS)
			.reduce((sum, _, rank) => sum + gain(true, rank), 0);
		total.ndcgAt10 +=
			right.reduce((sum, isRight, rank) => sum + gain(isRight, rank), 0) /
			ideal;
	}
	return {
		hitAt1: total.hitAt1 / questions,
		hitAt5: total.hitAt5 / questions,
		mrrAt10: total.mrrAt10 / questions,
		ndcgAt10: total.ndcgAt10 / questions,
	};
}

/** The first article's probability, and whether it is a right one. */
export interface Shown {
	readonly relevance: number;
	readonly isRight: boolean;
}

export interface CutoffQuality {
	/**
	 * Share of the questions with an article whose right one is shown first. This and the next two are NaN without data.
	 */
	readonly rightShown: number;
	/** The same share of those for which an article is shown. */
	readonly precision: number;
	/** Share of the questions without an article, or with it removed, for which one is shown. */
	readonly shownWithout: number;
	/** Expected calibration error of the first article's probability, over both kinds. */
	readonly calibrationError: number;
}

export function cutoffQuality(
	answerable: readonly Shown[],
	without: readonly Shown[],
	cutoff: number,
): CutoffQuality {
	const shown = answerable.filter(({ relevance }) => relevance >= cutoff);
	const right = shown.filter(({ isRight }) => isRight).length;
	return {
		rightShown: right / answerable.length,
		precision: right / shown.length,
		shownWithout:
			without.filter(({ relevance }) => relevance >= cutoff).length /
			without.length,
		calibrationError: calibrationError([...answerable, ...without]),
	};
}

const BINS = 10;

function calibrationError(shown: readonly Shown[]): number {
	const bins = Array.from({ length: BINS }, () => ({
		count: 0,
		relevance: 0,
		right: 0,
	}));
	for (const { relevance, isRight } of shown) {
		const bin = bins[Math.min(BINS - 1, Math.floor(relevance * BINS))]!;
		bin.count++;
		bin.relevance += relevance;
		if (isRight) bin.right++;
	}
	return bins.reduce(
		(sum, { relevance, right }) =>
			sum + Math.abs(relevance - right) / shown.length,
		0,
	);
}
