import { expect, test } from "vitest";
import { isWithinEdits } from "./edit-distance.ts";

test.each([
	["invoice", "invoice", 1, true],
	["invoice", "invocie", 1, true],
	["invoice", "invoce", 1, true],
	["invoice", "inboice", 1, true],
	["invoice", "inviocee", 1, false],
	["download", "downlaodd", 2, true],
	["pay", "buy", 1, false],
	["", "a", 1, true],
])("%s and %s within %i: %s", (a, b, limit, expected) => {
	expect(isWithinEdits(a, b, limit)).toBe(expected);
	expect(isWithinEdits(b, a, limit)).toBe(expected);
});
