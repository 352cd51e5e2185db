import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { AiApi } from "@supportdesk/rpc/service-api.ts";
import { createQuestionCache } from "../src/ask/question-cache.ts";
import { createEmbeddedEngine } from "../src/engine/embedded-engine.ts";
import { countQueriesOf } from "../src/jobs/count-unanswered.ts";
import { indexArticle } from "../src/jobs/index-article.ts";
import { reclusterWorkspace } from "../src/jobs/recluster-gaps.ts";
import { reviewGaps } from "../src/jobs/review-gaps.ts";
import { createMetrics } from "../src/metrics.ts";

/** The jobs that change a workspace's gaps, without the queue: a test decides when each runs. */
export function createGapJobs(db: Pool, ai: AiApi) {
	const deps = {
		db,
		ai,
		clock: { now: () => new Date() },
		engine: createEmbeddedEngine(db, Date.now),
		questions: createQuestionCache(Date.now),
		metrics: createMetrics(createProcessMetrics()),
	};
	return (workspaceId: string) => ({
		count: () => countQueriesOf(deps, workspaceId),
		index: (articleId: string) =>
			indexArticle(deps)({ workspaceId, articleId }),
		review: () => reviewGaps(deps)({ workspaceId }),
		recluster: () => reclusterWorkspace(deps, workspaceId),
	});
}

export type GapJobs = ReturnType<ReturnType<typeof createGapJobs>>;
