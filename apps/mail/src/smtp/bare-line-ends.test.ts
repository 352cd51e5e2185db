import { expect, test } from "vitest";
import { hasBareLineEnds } from "./bare-line-ends.ts";

test.each([
	["", false],
	["a\r\nb\r\n", false],
	["a\nb", true],
	["\na", true],
	["a\rb", true],
	["a\r\r\n", true],
	["a\r", true],
])("%j has bare line ends: %s", (text, expected) => {
	expect(hasBareLineEnds(Buffer.from(text))).toBe(expected);
});
