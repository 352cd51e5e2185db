import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Article } from "../domain/article.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import { rank } from "../domain/ranking/rank.ts";
import type { Deps } from "../service.ts";
import {
	type ArticleRow,
	articleFromRow,
	selectPublished,
} from "../store/articles.ts";
import { readQuestion } from "./read-question.ts";

/** An article that may answer a question. */
export interface Answer {
	readonly article: Article;
	/** Probability, 0 to 1. */
	readonly relevance: number;
	/** Position of its best passage, if meanings were compared. */
	readonly passage: number | undefined;
}

export interface Answers {
	readonly question: IndexQuestion;
	/** Best first; empty when not even the best reaches the cutoff. */
	readonly answers: readonly Answer[];
}

/** Beside an answer, less likely ones are listed down to this share of its relevance; below it they are noise. */
const ALSO_LISTED_SHARE = 0.1;

type AskDeps = Pick<Deps, "db" | "ai" | "engine" | "meanings" | "metrics">;

/** What a workspace's published articles answer to a question. */
export async function findAnswers(
	deps: AskDeps,
	text: string,
	limit: number,
	tags: readonly string[],
	context: CallContext,
): Promise<Answers> {
	const question = await readQuestion(deps, text, limit, tags, context);
	const answers = await answersTo(deps, context.workspaceId, question);
	return { question, answers };
}

/** The same for a question that has been read before. */
export async function answersTo(
	{ db, engine }: Pick<Deps, "db" | "engine">,
	workspaceId: string,
	question: IndexQuestion,
): Promise<Answer[]> {
	const findings = await engine.find(workspaceId, question);
	const ranked = rank(findings).slice(0, question.limit);
	if (!ranked.some(({ isAnswer }) => isAnswer)) return [];
	// The engine may lag behind; the database knows what is published at this moment.
	const rows = await read<ArticleRow>(
		db,
		workspaceId,
		selectPublished(
			workspaceId,
			ranked.map(({ articleId }) => articleId),
		),
	);
	const articles = new Map(rows.map((row) => [row.id, articleFromRow(row)]));
	const published = ranked.filter(({ articleId }) => {
		const article = articles.get(articleId);
		return article && question.tags.every((tag) => article.tags.includes(tag));
	});
	// The one that was good enough may be gone by now.
	if (!published.some(({ isAnswer }) => isAnswer)) return [];
	const least = published[0]!.relevance * ALSO_LISTED_SHARE;
	return published
		.filter(({ relevance }) => relevance >= least)
		.map(({ articleId, relevance, passage }) => ({
			article: articles.get(articleId)!,
			relevance,
			passage,
		}));
}
