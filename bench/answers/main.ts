// Measures whether the article that is shown answers the question, by classes of questions to an invented company. See
// README.md.
import { rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import {
	isForeignTo,
	rankForeign,
} from "@supportdesk/knowledge/domain/ranking/rank-foreign.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { figure } from "../figure.ts";
import { openBenchEncoders } from "../search/encoders.ts";
import { runEmbedded } from "../search/engine.ts";
import { readCompany } from "./company.ts";
import {
	calibrationError,
	type Outcome,
	outcomeOf,
	qualityByClass,
	reliability,
} from "./measure.ts";
import { measurePairs, type PairQuality } from "./pairs.ts";

const values = readCommandLine(
	"bench:answers -- [--company trial] [--models FOLDER] [--questions] [--pairs] [--json]",
	{
		company: { type: "string", default: "trial" },
		models: {
			type: "string",
			default: process.env.SUPPORTDESK_MODELS ?? ".cache/models",
		},
		questions: { type: "boolean", default: false },
		pairs: { type: "boolean", default: false },
		json: { type: "boolean", default: false },
	},
);
const company = readCompany(values.company);
const encoders = await openBenchEncoders(values.models);
const results: object[] = [];
for (const encoder of [undefined, ...encoders.all]) {
	const method = encoder?.name ?? "words alone";
	if (values.pairs) {
		const pairs = await measurePairs(company, encoder);
		if (values.json) results.push({ method, pairs });
		else printPairs(method, pairs);
		continue;
	}
	const { findings } = await runEmbedded(company, encoder);
	const outcomes = company.questions.map((question, i) =>
		outcomeOf(
			question,
			encoder?.version && isForeignTo(encoder.name, question.text)
				? rankForeign(findings[i]!)
				: rank(findings[i]!),
		),
	);
	if (values.json)
		results.push({
			method,
			classes: qualityByClass(outcomes),
			reliability: reliability(outcomes),
		});
	else print(method, outcomes);
}
await encoders.close();
if (values.json) console.log(JSON.stringify(results, undefined, "\t"));

function printPairs(method: string, pairs: readonly PairQuality[]): void {
	console.log(
		`\n${method}\n\n| questions of a mail | mails | right as a whole | both right | a wrong one |\n|---|---|---|---|---|`,
	);
	for (const { kind, mails, wholeRight, bothRight, anyWrong } of pairs)
		console.log(
			`| ${[kind, mails, wholeRight, bothRight, anyWrong].join(" | ")} |`,
		);
}

function print(method: string, outcomes: readonly Outcome[]): void {
	console.log(
		`\n${method}\n\n| class | questions | right shown | right first | wrong shown | wrong above .7 |\n|---|---|---|---|---|---|`,
	);
	for (const one of qualityByClass(outcomes))
		console.log(
			`| ${[one.className, one.questions, figure(one.rightShown), figure(one.rightFirst), one.wrongShown, one.wrongAboveSevenTenths].join(" | ")} |`,
		);
	console.log(
		`\ncalibration error ${figure(calibrationError(outcomes))}\n\n| probability from | questions | mean probability | right |\n|---|---|---|---|`,
	);
	for (const bin of reliability(outcomes))
		console.log(
			`| ${[bin.from, bin.questions, figure(bin.relevanceMean), figure(bin.rightShare)].join(" | ")} |`,
		);
	if (values.questions) printQuestions(outcomes);
}

/** What a person looks at: the questions without the right outcome. */
function printQuestions(outcomes: readonly Outcome[]): void {
	for (const { question, articleId, relevance, isShown, isRight } of outcomes) {
		const isFine = question.gold.length > 0 ? isShown && isRight : !isShown;
		if (isFine) continue;
		const wanted = question.gold.join(",") || "none";
		const line = question.text.replaceAll("\n", " ").slice(0, 90);
		console.log(
			`${question.className}: ${wanted} / ${articleId} ${figure(relevance)}: ${line}`,
		);
	}
}
