// Judges the drafts for 60 questions to an invented company by rules that a person can check. See ../README.md.

import { extractiveWriter } from "@supportdesk/ai/drafts/extractive-writer.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { companyArticles } from "./company.ts";
import { DEVELOPMENT } from "./development.ts";
import { HELD_BACK } from "./held-back.ts";
import { judge, type Verdict } from "./judge.ts";
import type { Rule } from "./rule.ts";

const VERDICTS = ["sendable", "needs an edit", "wrong", "missing"] as const;
/** What search says of an article in whose words a question is asked. */
const RELEVANCE = 0.9;

const options = readCommandLine("bench:drafts:rubric [--show] [--held-back]", {
	show: { type: "boolean", default: false },
	"held-back": { type: "boolean", default: false },
});
const articles = companyArticles();
const write = extractiveWriter(openStaticEncoder());

console.log(`| questions | ${VERDICTS.join(" | ")} |`);
console.log("|---|---|---|---|---|");
console.log(await row("development", DEVELOPMENT, options.show));
if (options["held-back"])
	console.log(await row("held back", HELD_BACK, options.show));

/** A line of the table; with `show`, each draft that is not sendable on standard error. */
async function row(
	name: string,
	rules: readonly Rule[],
	show: boolean,
): Promise<string> {
	const counts = new Map<Verdict, number>();
	for (const rule of rules) {
		const draft = await draftFor(rule);
		const { verdict, faults } = judge(rule, draft, articles);
		counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
		if (!show || verdict === "sendable") continue;
		console.error(`\n== ${verdict}: ${rule.question} (${rule.article})`);
		for (const fault of faults) console.error(`   - ${fault}`);
		console.error(draft ? `${draft.confidence}\n${draft.body}` : "");
	}
	const cells = VERDICTS.map((verdict) => counts.get(verdict) ?? 0);
	return `| ${name}: ${rules.length} | ${cells.join(" | ")} |`;
}

function draftFor({ article, question }: Rule) {
	const { id, title, body } = articles.get(article)!;
	const source = {
		articleId: id,
		title,
		body,
		relevanceScore: RELEVANCE,
		passages: [],
	};
	return write(
		{ question, contactName: "Mia Berg", sources: [source] },
		new AbortController().signal,
	);
}
