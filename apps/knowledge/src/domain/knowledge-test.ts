/** Of a workspace: as many as are run within the deadline of a request. */
export const TESTS_MAX = 100;

/** A question, and the article that searches have to find for it. Times are ISO 8601 in UTC. */
export interface KnowledgeTest {
	readonly id: string;
	readonly question: string;
	/** Null where no article answers. */
	readonly articleId: string | null;
	/** Null until it was run as it is now. */
	readonly passed: boolean | null;
	/** What the last run found; null for nothing. */
	readonly foundArticleId: string | null;
	readonly runAt: string | null;
	readonly createdAt: string;
	readonly updatedAt: string;
}

/** What a search has found for a test, as the test was then. */
export interface Finding {
	readonly test: KnowledgeTest;
	readonly foundArticleId: string | null;
}

/** The test after a run; undefined if it was changed while it was run. */
export function afterRun(
	current: KnowledgeTest,
	{ test, foundArticleId }: Finding,
	now: Date,
): KnowledgeTest | undefined {
	const isSame =
		current.question === test.question && current.articleId === test.articleId;
	if (!isSame) return undefined;
	const passed = foundArticleId === current.articleId;
	return { ...current, passed, foundArticleId, runAt: now.toISOString() };
}

/** Whether a run found that the knowledge base has become worse. */
export function isRegression(
	before: KnowledgeTest,
	after: KnowledgeTest,
): boolean {
	return before.passed === true && after.passed === false;
}
