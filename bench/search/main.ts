// Measures the search: how often the right article is first, how well the cutoff detects unanswered questions, and the
// time of a question, compared with plain BM25. See README.md.
import { modelFor, rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { orExit, readDataOptions } from "../data-options.ts";
import { figure } from "../figure.ts";
import { quantileOf } from "../quantile.ts";
import { openBenchEncoders } from "./encoders.ts";
import type { Run } from "./engine.ts";
import { runEmbedded, runMeilisearch } from "./engine.ts";
import {
	type CutoffQuality,
	cutoffQuality,
	type Quality,
	qualityOf,
	type Shown,
} from "./measure.ts";
import { runPlainBm25 } from "./plain-bm25.ts";
import { loadRetrievalSets, type RetrievalSet } from "./sets.ts";

interface Row {
	readonly set: string;
	readonly questions: number;
	readonly method: string;
	readonly quality: Quality;
	readonly cutoff?: CutoffQuality;
	readonly medianMs?: number;
	readonly p95Ms?: number;
}

function measure(
	set: RetrievalSet,
	method: string,
	encoder: string | undefined,
	run: Run,
): Row {
	const { cutoff } = modelFor(encoder).search;
	const orders = run.findings.map((found) => rank(found));
	const shown = (i: number, without: boolean): Shown => {
		const { gold } = set.questions[i]!;
		const found = run.findings[i]!;
		const [first] = without
			? rank({
					...found,
					candidates: found.candidates.filter(
						({ articleId }) => !gold.includes(articleId),
					),
				})
			: orders[i]!;
		return {
			relevance: first?.relevance ?? 0,
			isRight:
				!without && first !== undefined && gold.includes(first.articleId),
		};
	};
	const all = set.questions.map((_, i) => i);
	const answerable = all.filter((i) => set.questions[i]!.gold.length > 0);
	return {
		set: set.name,
		questions: answerable.length,
		method,
		quality: qualityOf(
			set,
			orders.map((order) => order.map(({ articleId }) => articleId)),
		),
		cutoff: cutoffQuality(
			answerable.map((i) => shown(i, false)),
			all.map((i) => shown(i, true)),
			cutoff,
		),
		medianMs: quantileOf(run.times, 0.5),
		p95Ms: quantileOf(run.times, 0.95),
	};
}

function print({ set, questions, method, quality, cutoff, ...times }: Row) {
	const { hitAt1, hitAt5, mrrAt10, ndcgAt10 } = quality;
	const cells = [
		set,
		questions,
		method,
		[hitAt1, hitAt5, mrrAt10, ndcgAt10].map(figure).join(" / "),
		cutoff
			? [cutoff.rightShown, cutoff.precision, cutoff.shownWithout]
					.map(figure)
					.join(" / ")
			: "–",
		cutoff ? figure(cutoff.calibrationError) : "–",
		times.medianMs === undefined
			? "–"
			: `${times.medianMs.toFixed(2)} / ${times.p95Ms!.toFixed(2)}`,
	];
	console.log(`| ${cells.join(" | ")} |`);
}

const { MEILI_URL, MEILI_API_KEY } = process.env;
if (!MEILI_URL)
	console.error("Meilisearch is not measured: MEILI_URL is not set.");
const options = readDataOptions("bench:search", "", {});
const sets = orExit(() => loadRetrievalSets(options.data, options.split));
const encoders = await openBenchEncoders(options.models);
const rows: Row[] = [];
function add(row: Row): void {
	rows.push(row);
	if (!options.json) print(row);
}
if (!options.json)
	console.log(
		"| set | questions | method | hit@1 / hit@5 / MRR@10 / nDCG@10 | right shown / precision / shown without | calibration error | ms p50 / p95 |\n|---|---|---|---|---|---|---|",
	);
for (const set of sets) {
	console.error(
		`${set.name}: ${set.questions.length} questions to ${set.articles.length} articles`,
	);
	add({
		set: set.name,
		questions: set.questions.filter(({ gold }) => gold.length > 0).length,
		method: "plain BM25",
		quality: qualityOf(set, runPlainBm25(set)),
	});
	for (const encoder of [undefined, ...encoders.all]) {
		const run = await runEmbedded(set, encoder);
		const ranking = encoder?.name ?? "words alone";
		add(measure(set, `embedded, ${ranking}`, encoder?.name, run));
		if (!MEILI_URL) continue;
		const server = { url: MEILI_URL, apiKey: MEILI_API_KEY };
		const other = await runMeilisearch(set, encoder, server);
		add(measure(set, `Meilisearch, ${ranking}`, encoder?.name, other));
	}
}
await encoders.close();
if (rows.length === 0) {
	console.error(
		`Nothing to measure: no <set>.corpus.jsonl.gz with <set>.queries.${options.split}.jsonl.gz`,
	);
	process.exitCode = 1;
}
if (options.json) console.log(JSON.stringify(rows, undefined, "\t"));
