// Measures the drafts: how often one rests on the right article, how often one is written although there is none, and
// how near its words are to the reference answer. See ../README.md.
import type { WrittenDraft } from "@supportdesk/ai/drafts/draft.ts";
import { extractiveWriter } from "@supportdesk/ai/drafts/extractive-writer.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import {
	calibrationError,
	mean,
	type Outcome,
} from "@supportdesk/ai/evaluate/metrics.ts";
import type { Findings } from "@supportdesk/knowledge/domain/ranking/evidence.ts";
import { rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { openBenchEncoders } from "../search/encoders.ts";
import { runEmbedded } from "../search/engine.ts";
import { readOptions } from "../search/options.ts";
import {
	loadRetrievalSets,
	type RetrievalSet,
	readRows,
} from "../search/sets.ts";
import { tokenF1 } from "./token-f1.ts";

/** Articles a draft may be written from: what the tickets service asks search for. */
const SOURCES_MAX = 3;

interface Row {
	readonly set: string;
	readonly encoder: string;
	readonly questions: number;
	/** Of the questions that an article answers: drafted with a right one. */
	readonly right: number;
	/** Of the drafts for those: with a right one. */
	readonly precision: number;
	/** Of all questions, asked with their articles taken away: drafted all the same. */
	readonly withoutArticle: number;
	/** Of the answer's words in each draft against the reference answer. */
	readonly tokenF1: number;
	/** Of the drafts' confidence, with and without the right article there. */
	readonly ece: number;
	readonly writeMs: number;
}

const options = readOptions();
const encoders = await openBenchEncoders(options.models);
const write = extractiveWriter(openStaticEncoder());
const rows: Row[] = [];
for (const set of loadRetrievalSets(options.data, options.split)) {
	const answers = answersOf(set.name);
	if (!answers.some((answer) => answer !== "")) continue;
	for (const encoder of encoders.all) {
		const { findings } = await runEmbedded(set, encoder);
		rows.push(await measure(set, encoder.name, findings, answers));
	}
}
await encoders.close();
if (options.json) console.log(JSON.stringify(rows, undefined, "\t"));
else console.log(table(rows));

function answersOf(set: string): string[] {
	const file = `${set}.queries.${options.split}.jsonl.gz`;
	try {
		return readRows(options.data, file).map((row) => String(row.answer ?? ""));
	} catch {
		return []; // the bots have questions of another form, and no answers
	}
}

async function measure(
	set: RetrievalSet,
	encoder: string,
	findings: readonly Findings[],
	answers: readonly string[],
): Promise<Row> {
	const start = performance.now();
	const outcomes: Outcome[] = [];
	const scores: number[] = [];
	let answerable = 0;
	let falseDrafts = 0;
	for (const [i, { text, gold }] of set.questions.entries()) {
		const found = findings[i]!;
		const without = {
			...found,
			candidates: found.candidates.filter(
				({ articleId }) => !gold.includes(articleId),
			),
		};
		const wrong = await draftFrom(set, text, without);
		if (wrong) {
			falseDrafts++;
			outcomes.push(outcome(wrong, []));
		}
		if (gold.length === 0) continue;
		answerable++;
		const draft = await draftFrom(set, text, found);
		if (!draft) continue;
		outcomes.push(outcome(draft, gold));
		scores.push(tokenF1(answerIn(draft), answers[i]!));
	}
	const right = outcomes.filter((o) => o.truth === o.predicted).length;
	return {
		set: set.name,
		encoder,
		questions: answerable,
		right: right / answerable,
		precision: right / scores.length,
		withoutArticle: falseDrafts / set.questions.length,
		tokenF1: mean(scores),
		ece: calibrationError(outcomes),
		writeMs: (performance.now() - start) / outcomes.length,
	};
}

/** The draft of what search finds above its cutoff, as the product writes it. */
async function draftFrom(
	set: RetrievalSet,
	question: string,
	findings: Findings,
): Promise<WrittenDraft | undefined> {
	const sources = rank(findings)
		.filter(({ isAnswer }) => isAnswer)
		.slice(0, SOURCES_MAX)
		.map(({ articleId, relevance }) => {
			const article = set.articles.find(({ id }) => id === articleId)!;
			const { title, body } = article;
			return {
				articleId,
				title,
				body,
				relevanceScore: relevance,
				passages: [],
			};
		});
	const request = { question, contactName: "", sources };
	return write(request, new AbortController().signal);
}

function outcome(draft: WrittenDraft, gold: readonly string[]): Outcome {
	const isRight = draft.sourceArticleIds.some((id) => gold.includes(id));
	return {
		truth: "right article",
		predicted: isRight ? "right article" : "another",
		confidence: draft.confidence / 100,
	};
}

/** What stands between the opening and the source. */
function answerIn({ body }: WrittenDraft): string {
	return body.split("\n\n").slice(2, -3).join("\n\n");
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
		].map((value) => value.toFixed(3));
		return `| ${[row.set, row.questions, row.encoder, ...figures, row.writeMs.toFixed(0)].join(" | ")} |`;
	});
	return [head, ...cells].join("\n");
}
