import { expect, it } from "vitest";
import { resemble, sketchOf } from "./sketch.ts";

const words = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, i) => `word${from + i}`);

const haveInCommon = (share: number, a: string[], b: string[]) =>
	resemble(sketchOf(a), sketchOf(b), share);

it("knows exactly what texts of few terms have in common", () => {
	expect(haveInCommon(0.6, words(0, 8), words(2, 10))).toBe(true);
	expect(haveInCommon(0.61, words(0, 8), words(2, 10))).toBe(false);
	expect(haveInCommon(1, words(0, 8), words(0, 8))).toBe(true);
	expect(haveInCommon(0.8, words(0, 8), words(0, 10))).toBe(true);
	expect(haveInCommon(0.81, words(0, 10), words(0, 8))).toBe(false);
	expect(haveInCommon(0, words(0, 8), words(8, 16))).toBe(false);
	expect(haveInCommon(0, words(0, 8), [])).toBe(false);
	expect(haveInCommon(0, [], [])).toBe(false);
});

it("estimates what texts of many terms have in common, in any order", () => {
	const whole = words(0, 900);
	for (const share of [0.2, 0.5, 0.8]) {
		const part = whole.slice(0, 900 * share).reverse();
		expect(haveInCommon(share - 0.1, whole, part)).toBe(true);
		expect(haveInCommon(share + 0.1, whole, part)).toBe(false);
	}
	expect(haveInCommon(1, whole, whole.toReversed())).toBe(true);
});
