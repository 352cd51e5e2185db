import { expect, test } from "vitest";
import { type LabelledText, trainClassifier, weigh } from "./classifier.ts";
import { decodeClassifier, encodeClassifier } from "./classifier-file.ts";
import { judge, probability } from "./confidence.ts";
import { fitLogistic } from "./logistic.ts";

const nothing = new Float32Array(0);
const examples: LabelledText[] = [
	["water the roses", "garden"],
	["plant tulips in spring", "garden"],
	["the roses need water", "garden"],
	["change the tyres", "car"],
	["the engine is loud", "car"],
	["new tyres for my car", "car"],
].map(([text, label]) => ({ text: text!, label: label!, embedding: nothing }));

test("distinguishes labels by words and parts of words", () => {
	const classifier = trainClassifier(examples, 0);
	const winner = (text: string) =>
		classifier.labels[judge(weigh(classifier, text, nothing), 3).best];
	expect(winner("roses")).toBe("garden");
	expect(winner("tyre change")).toBe("car");
	expect(winner("an engin problem")).toBe("car");
});

test("lets similar embeddings decide where words are uninformative", () => {
	const classifier = trainClassifier(
		[
			{ text: "aaa", label: "left", embedding: Float32Array.of(1, 0) },
			{ text: "bbb", label: "right", embedding: Float32Array.of(0, 1) },
		],
		2,
	);
	const { nearest, total } = weigh(
		classifier,
		"zzz",
		Float32Array.of(0.6, 0.8),
	);
	expect([...nearest].map((x) => Math.round(x * 100))).toEqual([30, 40]);
	expect(total[1]).toBeGreaterThan(total[0]!);
});

test("compares with examples only where it is to", () => {
	const near = (keeps?: boolean) =>
		weigh(
			trainClassifier(
				[{ text: "aaa", label: "left", embedding: Float32Array.of(1, 0) }],
				2,
				keeps,
			),
			"zzz",
			Float32Array.of(1, 0),
		).nearest[0];
	expect(near()).toBeCloseTo(0.5);
	expect(near(false)).toBe(0);
});

test("takes no long example for a neighbour of a short text", () => {
	const classifier = trainClassifier(
		[
			{
				text: "aaa",
				label: "left",
				embedding: Float32Array.of(1, 0),
				isLong: true,
			},
		],
		2,
	);
	const near = (text: string) =>
		weigh(classifier, text, Float32Array.of(1, 0)).nearest[0];
	expect(near("zzz")).toBe(0);
	expect(near("zzz ".repeat(20))).toBeCloseTo(0.5);
});

test("classifies equally after it was stored", async () => {
	const classifier = trainClassifier(
		examples.map((example, i) => ({ ...example, isLong: i === 1 })),
		0,
	);
	const bytes = await encodeClassifier(classifier);
	const stored = await decodeClassifier(bytes);
	expect(stored).toEqual(classifier);
	await expect(decodeClassifier(bytes.subarray(0, 20))).rejects.toThrow();
});

test("learns from one label without dividing by zero", () => {
	const classifier = trainClassifier(examples.slice(0, 1), 0);
	const verdict = judge(weigh(classifier, "anything", nothing), 1);
	expect(probability(verdict, [0, 1, 1, 1, 1, 1])).toBeGreaterThan(0);
});

test("gives a confidence of 60 and more only from where it may be relied on", () => {
	const probabilityOf = (odds: number, reliableFrom?: number) =>
		probability(
			{ features: [odds] },
			reliableFrom === undefined ? [1] : [1, reliableFrom],
		);
	expect(probabilityOf(1)).toBeCloseTo(0.73);
	expect(probabilityOf(1, 0.8)).toBeLessThan(0.6);
	expect(probabilityOf(2, 0.8)).toBeCloseTo(0.88);
	expect(probabilityOf(-1, 0.8)).toBeCloseTo(0.27);
});

test("fits a probability to what was seen, and stays put when nothing was", () => {
	const rows = Array.from({ length: 2_000 }, (_, i) => [1, i % 2]);
	// Right nine times in ten where the feature is 1, once in ten where it is 0.
	const outcomes = rows.map(([, x], i) => (x === 1 ? i % 20 > 1 : i % 20 < 1));
	const [constant, slope] = fitLogistic(rows, outcomes, [0, 0]);
	const chance = (odds: number) => 1 / (1 + Math.exp(-odds));
	expect(chance(constant! + slope!)).toBeCloseTo(0.9, 1);
	expect(chance(constant!)).toBeCloseTo(0.1, 1);
	expect(fitLogistic([], [], [0.5, -1])).toEqual([0.5, -1]);
});
