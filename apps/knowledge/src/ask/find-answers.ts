import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Article } from "../domain/article.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import type { Findings } from "../domain/ranking/evidence.ts";
import { rank } from "../domain/ranking/rank.ts";
import { selectPublished } from "../store/articles.ts";
import { readQuestion } from "./read-question.ts";

/** An article that may answer a question. */
export interface Answer {
	readonly article: Article;
	/** Probability, 0 to 1. */
	readonly relevance: number;
	/** Position of its best passage, if embeddings were compared. */
	readonly passage: number | undefined;
}

export interface Answers {
	readonly question: IndexQuestion;
	/** Best first; empty when not even the best reaches the cutoff. */
	readonly answers: readonly Answer[];
}

/** Less likely answers are listed down to this share of the best one's relevance; below it they are noise. */
const ALSO_LISTED_SHARE = 0.1;

export type AskDeps = Pick<Deps, "ai" | "engine" | "embeddings" | "metrics">;

/** The answers to a question among a workspace's published articles. */
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

/** The same for a question that is already encoded. */
export async function answersTo(
	{ engine }: Pick<Deps, "engine">,
	workspaceId: string,
	question: IndexQuestion,
): Promise<Answer[]> {
	const { judged, rows } = await engine.find(
		workspaceId,
		question,
		(findings) => judge(workspaceId, question, findings),
	);
	const articles = new Map(rows.map((article) => [article.id, article]));
	const published = judged.listed.filter(({ articleId }) => {
		const article = articles.get(articleId);
		return article && question.tags.every((tag) => article.tags.includes(tag));
	});
	// The article above the cutoff may be deleted by now.
	if (!published.some(({ isAnswer }) => isAnswer)) return [];
	return published.map(({ articleId, relevance, passage }) => ({
		article: articles.get(articleId)!,
		relevance,
		passage,
	}));
}

/** The articles that may be shown, best first, and the query that checks whether they are published: the engine may lag behind. */
function judge(
	workspaceId: string,
	{ limit }: IndexQuestion,
	findings: Findings,
) {
	const [first, ...others] = rank(findings).slice(0, limit);
	if (!first) return { listed: [], check: undefined };
	const least = first.relevance * ALSO_LISTED_SHARE;
	const listed = [
		first,
		...others.filter(({ relevance }) => relevance >= least),
	];
	const ids = listed.map(({ articleId }) => articleId);
	const isAnswered = listed.some(({ isAnswer }) => isAnswer);
	return {
		listed,
		check: isAnswered ? selectPublished(workspaceId, ids) : undefined,
	};
}
