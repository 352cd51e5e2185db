import { expect, test } from "vitest";
import { patternOf } from "./erasure.ts";

test.each([
	[["Ada"], "(?:\\mAda\\M)"],
	[["ada", "ada@b.co", "ada"], "(?:\\mada\\@b\\.co\\M|\\mada\\M)"],
	[["山田"], "(?:山田)"],
	[["O'Neil (x)"], "(?:\\mO\\'Neil \\(x\\))"],
])("looks for %j as whole words, the longest first", (words, pattern) => {
	expect(patternOf(words)).toBe(pattern);
});

test("looks for nothing in place of no words, one letter, or what was erased", () => {
	expect(patternOf(["", "A", "erased"])).toBeUndefined();
});
