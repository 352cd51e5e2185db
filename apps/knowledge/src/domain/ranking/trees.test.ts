import { expect, test } from "vitest";
import { contributionsOf, type Forest, logOdds } from "./trees.ts";

// Three features: a value, the length of the question, and the constant.
const FOREST: Forest = {
	linear: [2, 0, -1],
	whenLong: [-1, 0, 0.5],
	trees: [
		{
			features: [0, -1, 1],
			thresholds: [0.5, 0, 0.8],
			values: [0.1, -0.2, 0.4, -0.2, -0.2, 0.7, 0.3],
		},
	],
};

test.each([
	[[0.2, 0.5, 1], 0.4 - 1 - 0.2],
	[[0.9, 0.5, 1], 1.8 - 1 + 0.7],
	[[0.9, 1, 1], 0.9 - 0.5 + 0.3],
])(
	"sums the weights and the trees of %j, and so do the contributions",
	(vector, expected) => {
		expect(logOdds(FOREST, vector)).toBeCloseTo(expected, 10);
		const contributions = contributionsOf(FOREST, vector);
		expect(contributions.reduce((sum, one) => sum + one)).toBeCloseTo(
			expected,
			10,
		);
	},
);
