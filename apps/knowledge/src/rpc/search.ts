import type { SearchRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { type Answer, type AskDeps, findAnswers } from "../ask/find-answers.ts";
import type { SplitBody } from "../ask/passage-cache.ts";
import { type RecordDeps, recordUnanswered } from "../ask/record-unanswered.ts";
import type { Deps } from "../deps.ts";
import { bestPassage, excerptOf } from "../domain/excerpt.ts";

/** What searches and the retrieval for drafts need. */
export type RetrievalDeps = AskDeps &
	RecordDeps &
	Pick<Deps, "retrievals" | "splitBody">;

export function search(deps: RetrievalDeps) {
	return async ({ query, topK, tags }: SearchRequest, context: CallContext) => {
		const { workspaceId } = context;
		const found = await findAnswers(deps, query, topK, tags, context);
		const { answers, question } = found;
		// A search within tags may be unanswered although another article answers it.
		if (answers.length === 0 && tags.length === 0)
			await recordUnanswered(deps, context, { text: query, question });
		deps.retrievals.count(
			workspaceId,
			answers.map(({ article }) => article.id),
		);
		const results = answers.map((answer) =>
			resultOf(answer, question.terms, deps.splitBody),
		);
		return ok(JSON.stringify({ results }));
	};
}

const RELEVANCE_DIGITS = 4;

/** Further digits differ between machines and carry no information. */
export function rounded(relevance: number): number {
	return Number(relevance.toFixed(RELEVANCE_DIGITS));
}

function resultOf(
	{ article, relevance, passage }: Answer,
	terms: readonly string[],
	splitBody: SplitBody,
) {
	const best = bestPassage(splitBody(article.body), terms, passage);
	return {
		article_id: article.id,
		title: article.title,
		relevance_score: rounded(relevance),
		excerpt: excerptOf(best, terms),
	};
}
