import { expect, it, test } from "vitest";
import { joinTags, normaliseTag, normaliseTags } from "./tags.ts";

it("trims, composes and drops duplicates, keeping order and case", () => {
	expect(normaliseTags(["b ", "e\u0301", "é", "B", "b"])).toEqual([
		"b",
		"é",
		"B",
	]);
});

it("counts characters, not UTF-16 units", () => {
	expect(normaliseTag("😀".repeat(64))).toBe("😀".repeat(64));
});

test.each(["", " ", "x".repeat(65), "x".repeat(12_000), "a\nb", "a\u0085b"])(
	"refuses %j",
	(tag) => {
		expect(() => normaliseTags(["fine", tag])).toThrow(
			expect.objectContaining({ code: "invalid_parameter", param: "tags.1" }),
		);
	},
);

it("joins up to fifty", () => {
	const many = Array.from({ length: 49 }, (_, i) => `t${i}`);
	expect(joinTags(many, ["t0", "x"])).toHaveLength(50);
	expect(() => joinTags(many, ["x", "y"])).toThrow(
		expect.objectContaining({ code: "tag_limit_exceeded", param: "tags" }),
	);
});
