import type { Article } from "../domain/article.ts";

/** The API's Article object. */
export function articleJson(article: Article): string {
	return JSON.stringify({
		id: article.id,
		title: article.title,
		body: article.body,
		tags: article.tags,
		status: article.status,
		word_count: article.wordCount,
		retrieval_count: article.retrievalCount,
		indexed_at: article.indexedAt,
		created_at: article.createdAt,
		updated_at: article.updatedAt,
		// Only articles that have one show it: the others are exactly what they were before there were any.
		external_id: article.externalId ?? undefined,
	});
}
