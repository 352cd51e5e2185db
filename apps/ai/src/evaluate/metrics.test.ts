import { expect, test } from "vitest";
import {
	accuracy,
	auroc,
	calibrationError,
	confusion,
	macroF1,
	type Outcome,
	precisionRecall,
	quadraticKappa,
} from "./metrics.ts";

const outcomes: Outcome[] = [
	{ truth: "a", predicted: "a", confidence: 0.9 },
	{ truth: "a", predicted: "b", confidence: 0.9 },
	{ truth: "b", predicted: "b", confidence: 0.4 },
	{ truth: "b", predicted: "b", confidence: 1 },
];

test("counts what is right", () => {
	expect(accuracy(outcomes)).toBe(0.75);
	// F1 of a is 2/3, of b 4/5.
	expect(macroF1(outcomes)).toBeCloseTo((2 / 3 + 4 / 5) / 2);
	expect(confusion(outcomes)).toEqual({ a: { a: 1, b: 1 }, b: { b: 2 } });
	expect(precisionRecall(outcomes, ["b"])).toEqual({
		precision: 2 / 3,
		recall: 1,
	});
});

test("measures how far confidence is from truth", () => {
	// Three in the last bin say .933 and two of them are right; one says .4 and is right.
	expect(calibrationError(outcomes)).toBeCloseTo(
		0.75 * (2.8 / 3 - 2 / 3) + 0.25 * 0.6,
	);
});

test("ranks, with ties counting half", () => {
	expect(auroc([2, 3], [0, 1])).toBe(1);
	expect(auroc([1, 1], [1, 1])).toBe(0.5);
	expect(auroc([0], [1])).toBe(0);
});

test("weighs far mistakes more than near ones", () => {
	const order = ["low", "normal", "high"];
	const pairs = (list: [string, string][]) =>
		list.map(([truth, predicted]) => ({ truth, predicted, confidence: 1 }));
	const near = pairs([
		["low", "normal"],
		["normal", "normal"],
		["high", "high"],
	]);
	const far = pairs([
		["low", "high"],
		["normal", "normal"],
		["high", "high"],
	]);
	expect(quadraticKappa(near, order)).toBeGreaterThan(
		quadraticKappa(far, order),
	);
	expect(quadraticKappa(pairs([["low", "low"]]), order)).toBe(1);
});
