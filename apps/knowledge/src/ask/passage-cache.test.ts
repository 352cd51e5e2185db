import { expect, it } from "vitest";
import { passagesOf } from "../domain/excerpt.ts";
import { createPassageCache } from "./passage-cache.ts";

it("returns the passages of the given body after any earlier calls", () => {
	const split = createPassageCache();
	const bodies = Array.from(
		{ length: 5 },
		(_, i) => `Chapter ${i}. ${"Turn the wheel. ".repeat(150_000)}`,
	);
	const short = "One.\n\nTwo.";
	for (const body of [short, ...bodies, short])
		expect(split(body)).toEqual(passagesOf(body));
	expect(split(short)).toBe(split(short));
});
