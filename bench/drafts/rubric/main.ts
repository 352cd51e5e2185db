// Judges the drafts for 60 questions to an invented company by rules that a person can check. See ../README.md.

import type { DraftWriter } from "@supportdesk/ai/drafts/draft.ts";
import { extractiveWriter } from "@supportdesk/ai/drafts/extractive-writer.ts";
import { llmWriter } from "@supportdesk/ai/drafts/llm-writer.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { companyArticles, requestFor } from "./company.ts";
import { DEVELOPMENT } from "./development.ts";
import { HELD_BACK } from "./held-back.ts";
import { type Judgement, judge, type Verdict } from "./judge.ts";
import { RECORDED } from "./recorded-answers.ts";
import { replay } from "./replay.ts";
import type { Rule } from "./rule.ts";

const VERDICTS = ["sendable", "needs an edit", "wrong", "missing"] as const;
const MODEL = "recorded";

const options = readCommandLine("bench:drafts:rubric [-- --show]", {
	show: { type: "boolean", default: false },
});
const articles = companyArticles();
const encoder = openStaticEncoder();
const extractive = extractiveWriter(encoder);
const server = await replay(RECORDED);
const recorded = llmWriter(
	{
		baseUrl: server.baseUrl,
		model: MODEL,
		apiKey: "none",
		timeoutMs: 10_000,
	},
	encoder,
	extractive,
	{ llmFallback: () => {} },
	createLogger({ name: "bench", level: "error" }),
);

console.log(`| writer, questions | ${VERDICTS.join(" | ")} |`);
console.log("|---|---|---|---|---|");
for (const [name, rules] of [
	["development", DEVELOPMENT],
	["held back", HELD_BACK],
] as const) {
	console.log(await row(`extractive, ${name}`, rules, extractive));
	console.log(await row(`recorded answers, ${name}`, rules, recorded));
}
console.log(`\n${await badAnswers()}`);
server.close();

/** A line of the table; with `--show`, each draft that is not sendable on standard error. */
async function row(
	name: string,
	rules: readonly Rule[],
	write: DraftWriter,
): Promise<string> {
	const counts = new Map<Verdict, number>();
	for (const rule of rules) {
		const draft = await draftFor(rule, write);
		const judged = judge(rule, draft, articles);
		counts.set(judged.verdict, (counts.get(judged.verdict) ?? 0) + 1);
		if (options.show && judged.verdict !== "sendable")
			show(rule, judged, draft?.body);
	}
	const cells = VERDICTS.map((verdict) => counts.get(verdict) ?? 0);
	return `| ${name}: ${rules.length} | ${cells.join(" | ")} |`;
}

function show(
	{ question, article }: Rule,
	{ verdict, faults }: Judgement,
	body = "no draft",
): void {
	const lines = faults.map((fault) => `   - ${fault}`).join("\n");
	console.error(`\n== ${verdict}: ${question} (${article})\n${lines}\n${body}`);
}

/** How many of the bad answers came through, and how many of the good ones were kept. */
async function badAnswers(): Promise<string> {
	const rules = [...DEVELOPMENT, ...HELD_BACK];
	let sent = 0;
	let kept = 0;
	for (const { question, bad } of RECORDED) {
		const rule = rules.find((one) => one.question === question)!;
		const draft = await draftFor(rule, recorded);
		if (bad?.text.test(draft?.body ?? "")) {
			sent++;
			console.error(`\n== sent (${bad.kind}): ${question}\n${draft!.body}`);
		}
		if (!bad && draft?.generatedBy === MODEL) kept++;
	}
	const bad = RECORDED.filter((one) => one.bad).length;
	return `Of ${bad} bad answers ${sent} came through; of ${RECORDED.length - bad} good ones ${kept} were used.`;
}

function draftFor(rule: Rule, write: DraftWriter) {
	return write(requestFor(rule, articles), new AbortController().signal);
}
