import type { WrittenDraft } from "@supportdesk/ai/drafts/draft.ts";
import { extractiveWriter } from "@supportdesk/ai/drafts/extractive-writer.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import { calibrationError, mean } from "@supportdesk/ai/evaluate/metrics.ts";
import type { Findings } from "@supportdesk/knowledge/domain/ranking/evidence.ts";
import { readRows } from "../data-folder.ts";
import type { RetrievalSet } from "../search/sets.ts";
import { quotableIn } from "./quotable.ts";
import { tokenF1 } from "./token-f1.ts";

/** A line of the table. */
export interface Row {
	readonly set: string;
	readonly encoder: string;
	readonly questions: number;
	/** Share of the questions with an article that are drafted from it. This and the next are NaN without data. */
	readonly right: number;
	/** Share of the drafts for those that are from a right article. */
	readonly precision: number;
	/** Share of all questions that are drafted although their articles are removed. */
	readonly withoutArticle: number;
	/** Mean over the drafts, of the draft's words against the reference answer. */
	readonly tokenF1: number;
	/** Of the drafts' confidence, with and without the right article. */
	readonly ece: number;
	readonly writeMs: number;
}

/** A written draft. */
export interface Draft {
	/** The relevance of its article for drafts, 0 to 1. */
	readonly relevance: number;
	/** 0 to 100. */
	readonly confidence: number;
	readonly isRight: boolean;
	/** The text between the draft's opening and its source. */
	readonly answer: string;
}

const write = extractiveWriter(openStaticEncoder());

/** The reference answers of a set's questions; none for the bots, whose questions are in files of another name. */
export function answersOf(
	{ data, split }: { readonly data: string; readonly split: string },
	set: string,
): string[] {
	const file = `${set}.queries.${split}.jsonl.gz`;
	return readRows(data, file).map((row) => String(row.answer ?? ""));
}

/** Drafts a set's questions from the findings of search and measures the drafts. */
export async function measure(
	set: RetrievalSet,
	encoder: string,
	findings: readonly Findings[],
	answers: readonly string[],
): Promise<{ row: Row; drafts: Draft[] }> {
	const start = performance.now();
	const drafts: Draft[] = [];
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
		const wrong = await draftFrom(set, text, without, []);
		if (wrong) {
			falseDrafts++;
			drafts.push(wrong);
		}
		if (gold.length === 0) continue;
		answerable++;
		const draft = await draftFrom(set, text, found, gold);
		if (!draft) continue;
		drafts.push(draft);
		scores.push(tokenF1(draft.answer, answers[i]!));
	}
	const right = drafts.filter(({ isRight }) => isRight).length;
	const row = {
		set: set.name,
		encoder,
		questions: answerable,
		right: right / answerable,
		precision: right / scores.length,
		withoutArticle: falseDrafts / set.questions.length,
		tokenF1: scores.length > 0 ? mean(scores) : Number.NaN,
		ece: drafts.length > 0 ? confidenceError(drafts) : Number.NaN,
		writeMs: (performance.now() - start) / drafts.length,
	};
	return { row, drafts };
}

/** Calibration error of the drafts' confidence, or of another function of the draft. */
export function confidenceError(
	drafts: readonly Draft[],
	confidenceOf = (draft: Draft) => draft.confidence,
): number {
	return calibrationError(
		drafts.map((draft) => ({
			truth: "right article",
			predicted: draft.isRight ? "right article" : "another",
			confidence: confidenceOf(draft) / 100,
		})),
	);
}

/** Writes a draft from the findings that may be quoted, as the product does. */
async function draftFrom(
	{ articles }: RetrievalSet,
	question: string,
	findings: Findings,
	gold: readonly string[],
): Promise<Draft | undefined> {
	const sources = quotableIn(findings).map(
		({ articleId, draftRelevance: relevanceScore }) => {
			const article = articles.find(({ id }) => id === articleId)!;
			const { title, body } = article;
			return { articleId, title, body, relevanceScore, passages: [] };
		},
	);
	const request = { question, contactName: "", sources };
	const written = await write(request, new AbortController().signal);
	if (!written) return undefined;
	const [used] = written.sourceArticleIds;
	return {
		relevance: sources.find(({ articleId }) => articleId === used)!
			.relevanceScore,
		confidence: written.confidence,
		isRight: written.sourceArticleIds.some((id) => gold.includes(id)),
		answer: answerIn(written),
	};
}

/** The text between the opening and the source. */
function answerIn({ body }: WrittenDraft): string {
	return body.split("\n\n").slice(2, -2).join("\n\n");
}
