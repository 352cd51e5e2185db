/**
 * A complete binary tree of decisions. The children of node `n` are `2n + 1`, for values up to the threshold, and
 * `2n + 2`. A node without a decision has the feature -1, and both its children have its value.
 */
export interface Tree {
	readonly features: readonly number[];
	readonly thresholds: readonly number[];
	/** Of every node, also those with a decision: what the tree adds for the examples that reach it. */
	readonly values: readonly number[];
}

/** A weighted sum of the features and a sum of trees: the logarithm of the odds. */
export interface Forest {
	/** Weight of each feature in a short question. */
	readonly linear: readonly number[];
	/** What is added to it in a long one. */
	readonly whenLong: readonly number[];
	readonly trees: readonly Tree[];
}

// Five informative words and sixteen, as the feature before the last has them.
const LONG_FROM = 0.6;
const LONG_TO = 0.94;

/** From 0 for a short question to 1 for the long description of a problem, of which no article has every word. */
export function longness(vector: readonly number[]): number {
	const length = vector.at(-2)!;
	const share = (length - LONG_FROM) / (LONG_TO - LONG_FROM);
	return Math.min(1, Math.max(0, share));
}

export function logOdds(
	{ linear, whenLong, trees }: Forest,
	vector: readonly number[],
): number {
	const long = longness(vector);
	let sum = 0;
	for (let i = 0; i < vector.length; i++)
		sum += (linear[i]! + long * whenLong[i]!) * vector[i]!;
	for (const { features, thresholds, values } of trees) {
		let node = 0;
		while (node < features.length)
			node = childOf(node, features[node]!, thresholds[node]!, vector);
		sum += values[node]!;
	}
	return sum;
}

function childOf(
	node: number,
	feature: number,
	threshold: number,
	vector: readonly number[],
): number {
	const isLeft = feature < 0 || vector[feature]! <= threshold;
	return 2 * node + (isLeft ? 1 : 2);
}

/**
 * What each feature adds to the logarithm of the odds: at each decision the change of the tree's value belongs to the
 * decision's feature. What remains is the base rate, which is the last feature's.
 */
export function contributionsOf(
	{ linear, whenLong, trees }: Forest,
	vector: readonly number[],
): number[] {
	const long = longness(vector);
	const contributions = vector.map(
		(value, i) => value * (linear[i]! + long * whenLong[i]!),
	);
	const base = vector.length - 1;
	for (const { features, thresholds, values } of trees) {
		let node = 0;
		contributions[base]! += values[0]!;
		while (node < features.length) {
			const feature = features[node]!;
			const child = childOf(node, feature, thresholds[node]!, vector);
			if (feature >= 0)
				contributions[feature]! += values[child]! - values[node]!;
			node = child;
		}
	}
	return contributions;
}
