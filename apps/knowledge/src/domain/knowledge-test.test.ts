import { expect, test } from "vitest";
import {
	afterRun,
	isRegression,
	type KnowledgeTest,
} from "./knowledge-test.ts";

const NOW = new Date("2026-01-02T00:00:00.000Z");
const TEST: KnowledgeTest = {
	id: "knt_1",
	question: "Where is my refund?",
	articleId: "kb_1",
	passed: null,
	foundArticleId: null,
	runAt: null,
	createdAt: "2026-01-01T00:00:00.000Z",
	updatedAt: "2026-01-01T00:00:00.000Z",
};

test.each([
	["kb_1", "kb_1", true],
	["kb_1", "kb_2", false],
	["kb_1", null, false],
	[null, null, true],
	[null, "kb_2", false],
])(
	"expects %s, finds %s: passed is %s",
	(articleId, foundArticleId, passed) => {
		const test = { ...TEST, articleId };
		expect(afterRun(test, { test, foundArticleId }, NOW)).toEqual({
			...test,
			passed,
			foundArticleId,
			runAt: NOW.toISOString(),
		});
	},
);

test("leaves a test that was changed while it was run", () => {
	const finding = { test: TEST, foundArticleId: "kb_1" };
	for (const change of [{ question: "Who?" }, { articleId: null }])
		expect(afterRun({ ...TEST, ...change }, finding, NOW)).toBeUndefined();
});

test.each([
	[true, false, true],
	[null, false, false],
	[false, false, false],
	[true, true, false],
	[false, true, false],
])("passed was %s and is %s: a regression is %s", (was, is, expected) => {
	const [before, after] = [was, is].map((passed) => ({ ...TEST, passed }));
	expect(isRegression(before!, after!)).toBe(expected);
});
