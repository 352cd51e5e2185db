/** Rows of features with what is known of them. */
export interface Rows {
	readonly features: readonly (readonly number[])[];
	readonly isRight: readonly boolean[];
	readonly weights: readonly number[];
	/** Of each row its question, whose rows follow each other. */
	readonly questions: readonly number[];
}

export interface BoostOptions {
	readonly trees: number;
	readonly depth: number;
	readonly shrinkage: number;
	/** Added to the curvature of a node: small nodes move little. */
	readonly ridge: number;
	/** Least curvature of a node, as a share of all rows' weight. */
	readonly leafShareMin: number;
	/** Of each feature: 1 if a higher value never lowers the probability, -1 if it never raises it, else 0. */
	readonly directions: readonly (-1 | 0 | 1)[];
	/** Of each feature, the weight that the linear part has without evidence. */
	readonly priors: readonly number[];
}

/**
 * Of exactly one candidate of a question or none being right, the probability of each; and what the fit wants instead:
 * of several right candidates each has its part.
 */
export function chancesOf({ questions, isRight }: Rows, odds: Float64Array) {
	const chances = new Float64Array(odds.length);
	const wanted = new Float64Array(odds.length);
	for (let begin = 0; begin < odds.length; ) {
		let end = begin;
		let total = 1;
		let right = 0;
		while (end < odds.length && questions[end] === questions[begin]) {
			const value = Math.exp(odds[end]!);
			total += value;
			if (isRight[end]) right += value;
			end++;
		}
		for (let i = begin; i < end; i++) {
			const value = Math.exp(odds[i]!);
			chances[i] = value / total;
			wanted[i] = isRight[i] ? value / right : 0;
		}
		begin = end;
	}
	return { chances, wanted };
}
