import { expect, it } from "vitest";
import { resemblance, sketchOf } from "./sketch.ts";

const words = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, i) => `word${from + i}`);

const shareInCommon = (a: string[], b: string[]) =>
	resemblance(sketchOf(a), sketchOf(b));

it("tells exactly what short texts have in common", () => {
	expect(shareInCommon(words(0, 8), words(2, 10))).toBe(0.6);
	expect(shareInCommon(words(0, 8), words(0, 8))).toBe(1);
	expect(shareInCommon(words(0, 8), words(8, 16))).toBe(0);
	expect(shareInCommon(words(0, 8), [])).toBe(0);
	expect(shareInCommon([], [])).toBe(0);
});

it("estimates what long texts have in common, whatever the order of their words", () => {
	const whole = words(0, 900);
	for (const share of [0.1, 0.4, 0.8]) {
		const part = whole.slice(0, 900 * share).reverse();
		expect(Math.abs(shareInCommon(whole, part) - share)).toBeLessThan(0.15);
	}
	expect(shareInCommon(whole, whole.toReversed())).toBe(1);
});
