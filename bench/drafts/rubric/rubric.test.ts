import { extractiveWriter } from "@supportdesk/ai/drafts/extractive-writer.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import { expect, it } from "vitest";
import { companyArticles, requestFor } from "./company.ts";
import { DEVELOPMENT } from "./development.ts";
import { HELD_BACK } from "./held-back.ts";
import { judge } from "./judge.ts";

it("finds nine in ten drafts for the invented company sendable, and none wrong", async () => {
	const articles = companyArticles();
	const write = extractiveWriter(openStaticEncoder());
	const rules = [...DEVELOPMENT, ...HELD_BACK];
	const verdicts = await Promise.all(
		rules.map(async (rule) => {
			const { signal } = new AbortController();
			const draft = await write(requestFor(rule, articles), signal);
			return judge(rule, draft, articles).verdict;
		}),
	);
	expect(verdicts).toHaveLength(60);
	expect(verdicts).not.toContain("wrong");
	const sendable = verdicts.filter((one) => one === "sendable");
	expect(sendable.length).toBeGreaterThanOrEqual(54);
});

it("finds a draft wrong that has no answer, and one with marks in need of an edit", async () => {
	const articles = companyArticles();
	const write = extractiveWriter(openStaticEncoder());
	const rule = DEVELOPMENT.find(({ article }) => article === "stolen")!;
	const { signal } = new AbortController();
	const draft = (await write(requestFor(rule, articles), signal))!;
	const body = draft.body.replace("case number", "**case number**");
	expect(judge(rule, { ...draft, body }, articles).verdict).toBe(
		"needs an edit",
	);
	const other = HELD_BACK.find(({ article }) => article === "pause")!;
	expect(judge(other, draft, articles).verdict).toBe("wrong");
});
