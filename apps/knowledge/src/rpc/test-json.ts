import type { KnowledgeTest } from "../domain/knowledge-test.ts";

/** The API's KnowledgeTest object. */
export function testJson(test: KnowledgeTest): string {
	return JSON.stringify({
		id: test.id,
		question: test.question,
		article_id: test.articleId,
		passed: test.passed,
		found_article_id: test.foundArticleId,
		run_at: test.runAt,
		created_at: test.createdAt,
		updated_at: test.updatedAt,
	});
}
