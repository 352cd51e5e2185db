import { expect, it, test } from "vitest";
import { type Article, applyPatch, changeOf, countWords } from "./article.ts";

test.each([
	["", 0],
	["one", 1],
	["  one\ttwo\nthree ", 3],
	["# Title\n\n- a, b — c", 4],
	["don't stop 24/7", 3],
	["日本語 テスト", 2],
	["😀 \u{1F600}a", 1],
])("%j has %i words", (body, expected) => {
	expect(countWords(body)).toBe(expected);
});

it("reads the longest body without a letter at once", () => {
	expect(countWords("—".repeat(500_000))).toBe(0);
});

const article: Article = {
	id: "kb_1",
	title: "A",
	body: "one two",
	tags: ["x"],
	status: "draft",
	wordCount: 2,
	retrievalCount: 0,
	indexedAt: "2026-01-01T00:00:01.000Z",
	createdAt: "2026-01-01T00:00:00.000Z",
	updatedAt: "2026-01-01T00:00:00.000Z",
	externalId: null,
};
const now = new Date("2026-01-02T00:00:00Z");

it("counts the words of a new body and waits to be indexed again", () => {
	expect(applyPatch(article, { body: "one", tags: [] }, now)).toEqual({
		...article,
		body: "one",
		tags: [],
		wordCount: 1,
		indexedAt: null,
		updatedAt: now.toISOString(),
	});
});

test.each([
	["an empty patch", { title: undefined }],
	[
		"a patch of what is there",
		{ title: "A", body: "one two", tags: ["x"], status: "draft" as const },
	],
])("changes nothing for %s", (_what, patch) => {
	expect(applyPatch(article, patch, now)).toBe(article);
});

test.each([
	["draft", "draft", "updated"],
	["draft", "published", "published"],
	["published", "draft", "updated"],
	["published", "archived", "archived"],
	["archived", "archived", "updated"],
	["archived", "published", "published"],
	["archived", "draft", "updated"],
] as const)("the change from %s to %s is %s", (before, after, expected) => {
	const earlier = { ...article, status: before };
	expect(changeOf(earlier, { ...article, status: after })).toBe(expected);
});
