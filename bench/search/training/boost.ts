import {
	type Forest,
	logOdds,
	type Tree,
} from "@supportdesk/knowledge/domain/ranking/trees.ts";

import { fitLinear } from "./linear.ts";
import { type BoostOptions, chancesOf, type Rows } from "./rows.ts";

const BINS = 48;

/**
 * Gradient boosting of a conditional logit with monotone features, beginning with a linear one. Friedman, "Greedy function approximation", 2001; the
 * gain and the bounds of monotone splits as in Chen and Guestrin, "XGBoost", 2016.
 */
export function boost(rows: Rows, options: BoostOptions): Forest {
	const { binned, edges } = bin(rows.features);
	const count = rows.isRight.length;
	const total = rows.weights.reduce((sum, weight) => sum + weight, 0);
	const scale = count / total; // so that the ridge means the same for every set of weights
	const weights = Float64Array.from(rows.weights, (weight) => weight * scale);
	const linear = fitLinear(rows, options);
	const start = { ...linear, trees: [] };
	const odds = Float64Array.from(rows.features, (vector) =>
		logOdds(start, vector),
	);
	const trees: Tree[] = [];
	for (let t = 0; t < options.trees; t++) {
		const gradients = new Float64Array(count);
		const curvatures = new Float64Array(count);
		const { chances, wanted } = chancesOf(rows, odds);
		for (let i = 0; i < count; i++) {
			const chance = chances[i]!;
			gradients[i] = weights[i]! * (wanted[i]! - chance);
			curvatures[i] = weights[i]! * chance * (1 - chance);
		}
		const grown = grow({ binned, edges, gradients, curvatures }, options);
		for (let i = 0; i < count; i++)
			odds[i]! += grown.tree.values[grown.leaves[i]!]!;
		trees.push(grown.tree);
	}
	return { ...linear, trees };
}

interface Binned {
	/** Of each feature, the bin of each row. */
	readonly binned: readonly Uint8Array[];
	/** Of each feature, the highest value of each bin but the last. */
	readonly edges: readonly Float64Array[];
}

function bin(features: Rows["features"]): Binned {
	const size = features[0]!.length;
	const edges = Array.from({ length: size }, (_, feature) => {
		const sorted = Float64Array.from(features, (row) => row[feature]!).sort();
		const cuts = Array.from(
			{ length: BINS - 1 },
			(_, i) => sorted[Math.floor(((i + 1) * sorted.length) / BINS)]!,
		);
		const last = sorted.at(-1)!;
		return Float64Array.from(new Set(cuts)).filter((cut) => cut < last);
	});
	const binned = edges.map((cuts, feature) =>
		Uint8Array.from(features, (row) => binOf(row[feature]!, cuts)),
	);
	return { binned, edges };
}

function binOf(value: number, cuts: Float64Array): number {
	let [low, high] = [0, cuts.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (value <= cuts[middle]!) high = middle;
		else low = middle + 1;
	}
	return low;
}

interface Growth extends Binned {
	readonly gradients: Float64Array;
	readonly curvatures: Float64Array;
}

interface Node {
	readonly rows: Int32Array;
	readonly value: number;
	readonly low: number;
	readonly high: number;
}

interface Split {
	readonly gain: number;
	readonly feature: number;
	readonly bin: number;
	readonly left: number;
	readonly right: number;
}

function grow(growth: Growth, options: BoostOptions) {
	const inner = 2 ** options.depth - 1;
	const tree = {
		features: new Array<number>(inner).fill(-1),
		thresholds: new Array<number>(inner).fill(0),
		values: new Array<number>(2 * inner + 1).fill(0),
	};
	const all = Int32Array.from(growth.gradients, (_, i) => i);
	const root = stepOf(sumsOf(growth, all), options);
	const nodes: Node[] = [
		{ rows: all, value: root, low: -Infinity, high: Infinity },
	];
	const leaves = new Int32Array(all.length);
	for (let n = 0; n < tree.values.length; n++) {
		const node = nodes[n]!;
		tree.values[n] = node.value;
		if (n >= inner) {
			for (const row of node.rows) leaves[row] = n;
			continue;
		}
		const split = bestSplit(growth, node, options);
		if (!split) {
			nodes[2 * n + 1] = node;
			nodes[2 * n + 2] = { ...node, rows: new Int32Array() };
			continue;
		}
		const bins = growth.binned[split.feature]!;
		tree.features[n] = split.feature;
		tree.thresholds[n] = growth.edges[split.feature]![split.bin]!;
		const middle = (split.left + split.right) / 2;
		const direction = options.directions[split.feature]!;
		const [down, up] = direction >= 0 ? [1, 2] : [2, 1];
		const bounded = direction !== 0;
		const child = (side: 1 | 2): Node => ({
			rows: node.rows.filter((row) => bins[row]! <= split.bin === (side === 1)),
			value: side === 1 ? split.left : split.right,
			low: bounded && side === up ? Math.max(node.low, middle) : node.low,
			high: bounded && side === down ? Math.min(node.high, middle) : node.high,
		});
		nodes[2 * n + 1] = child(1);
		nodes[2 * n + 2] = child(2);
	}
	return { tree, leaves };
}

interface Sums {
	gradient: number;
	curvature: number;
}

function sumsOf({ gradients, curvatures }: Growth, rows: Int32Array): Sums {
	const sums = { gradient: 0, curvature: 0 };
	for (const row of rows) {
		sums.gradient += gradients[row]!;
		sums.curvature += curvatures[row]!;
	}
	return sums;
}

function stepOf(
	{ gradient, curvature }: Sums,
	{ ridge, shrinkage }: BoostOptions,
	{ low, high }: { low: number; high: number } = {
		low: -Infinity,
		high: Infinity,
	},
): number {
	const value = (shrinkage * gradient) / (curvature + ridge);
	return Math.min(high, Math.max(low, value));
}

function bestSplit(
	growth: Growth,
	node: Node,
	options: BoostOptions,
): Split | undefined {
	const all = sumsOf(growth, node.rows);
	const least = options.leafShareMin * growth.gradients.length;
	const gainOf = ({ gradient, curvature }: Sums) =>
		gradient ** 2 / (curvature + options.ridge);
	let best: Split | undefined;
	for (const [feature, bins] of growth.binned.entries()) {
		const cuts = growth.edges[feature]!.length;
		const gradients = new Float64Array(cuts + 1);
		const curvatures = new Float64Array(cuts + 1);
		for (const row of node.rows) {
			gradients[bins[row]!]! += growth.gradients[row]!;
			curvatures[bins[row]!]! += growth.curvatures[row]!;
		}
		const left = { gradient: 0, curvature: 0 };
		for (let cut = 0; cut < cuts; cut++) {
			left.gradient += gradients[cut]!;
			left.curvature += curvatures[cut]!;
			const right = {
				gradient: all.gradient - left.gradient,
				curvature: all.curvature - left.curvature,
			};
			if (left.curvature < least) continue;
			if (right.curvature < least) break;
			const gain = gainOf(left) + gainOf(right) - gainOf(all);
			if (gain <= (best?.gain ?? 1e-9)) continue;
			const values = [
				stepOf(left, options, node),
				stepOf(right, options, node),
			] as const;
			if (options.directions[feature]! * (values[1] - values[0]) < 0) continue;
			best = { gain, feature, bin: cut, left: values[0], right: values[1] };
		}
	}
	return best;
}
