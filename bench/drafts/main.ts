// Measures the drafts: how often a draft is from the right article, how often one is written although there is none,
// and how similar it is to the reference answer. With --fit, fits their confidence. See README.md.

import { orExit, readDataOptions } from "../data-options.ts";
import { figure } from "../figure.ts";
import { openBenchEncoders } from "../search/encoders.ts";
import { runEmbedded } from "../search/engine.ts";
import { loadRetrievalSets } from "../search/sets.ts";
import { reportFit } from "./fit.ts";
import { reportPassageFit } from "./fit-passage.ts";
import { answersOf, type Draft, measure, type Row } from "./measure.ts";

const options = readDataOptions("bench:drafts", "[--fit]", {
	fit: { type: "boolean", default: false },
});
const sets = orExit(() =>
	loadRetrievalSets(options.data, options.split)
		.map((set) => ({ set, answers: answersOf(options, set.name) }))
		.filter(({ answers }) => answers.some((answer) => answer !== "")),
);
const encoders = await openBenchEncoders(options.models);
const rows: Row[] = [];
const drafts: (Draft & { set: string })[] = [];
for (const { set, answers } of sets) {
	console.error(
		`${set.name}: ${set.questions.length} questions to ${set.articles.length} articles`,
	);
	for (const encoder of encoders.all) {
		const { findings } = await runEmbedded(set, encoder);
		const measured = await measure(set, encoder.name, findings, answers);
		rows.push(measured.row);
		drafts.push(...measured.drafts.map((one) => ({ ...one, set: set.name })));
	}
}
await encoders.close();
if (rows.length === 0) {
	console.error(
		`Nothing to measure: no <set>.corpus.jsonl.gz with answers in <set>.queries.${options.split}.jsonl.gz`,
	);
	process.exitCode = 1;
}
if (options.json) console.log(JSON.stringify(rows, undefined, "\t"));
else console.log(table(rows));
if (options.fit) {
	const print = options.json ? console.error : console.log;
	print(reportFit(drafts));
	print(reportPassageFit(sets.map(({ set }) => set)));
}

function table(lines: readonly Row[]): string {
	const head =
		"| set | questions | vectors of search | drafted with a right article | precision | drafted without one | token F1 | ECE | ms a draft |\n|---|---|---|---|---|---|---|---|---|";
	const cells = lines.map((row) => {
		const figures = [
			row.right,
			row.precision,
			row.withoutArticle,
			row.tokenF1,
			row.ece,
		].map(figure);
		return `| ${[row.set, row.questions, row.encoder, ...figures, Number.isFinite(row.writeMs) ? row.writeMs.toFixed(0) : "–"].join(" | ")} |`;
	});
	return [head, ...cells].join("\n");
}
