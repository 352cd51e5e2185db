import { createJobQueue } from "@supportdesk/pg/job-queue.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";

export interface ArticlePayload {
	readonly workspaceId: string;
	readonly articleId: string;
}

export interface WorkspacePayload {
	readonly workspaceId: string;
}

/** Of jobs that run by the clock. */
type NoPayload = Readonly<Record<string, never>>;

/** The jobs of the service's queue. */
export interface Jobs {
	/** Of all workspaces when the clock runs it. */
	readonly count_unanswered: Partial<WorkspacePayload>;
	readonly index_article: ArticlePayload;
	readonly purge: NoPayload;
	readonly refresh_vectors: NoPayload;
	/** Of all workspaces when the clock runs it. */
	readonly regroup_gaps: Partial<WorkspacePayload>;
	readonly review_drafts: ArticlePayload;
	readonly review_gaps: WorkspacePayload;
	readonly run_tests: WorkspacePayload;
}

export const jobs = createJobQueue<Jobs>("knowledge_jobs");

const SETTLE_MS = 500; // an import of many articles is reviewed once, when it is over

/**
 * Updates the search index to the article's current state, also if it changed meanwhile.
 *
 * @param jobKey of a job that may already be waiting.
 */
export const indexJob = (
	workspaceId: string,
	articleId: string,
	jobKey?: string,
): Statement =>
	jobs.add({
		task: "index_article",
		payload: { workspaceId, articleId },
		jobKey,
	});

/** Queues a review of the drafts that may quote the article. Many changes in a row make one review. */
export const reviewDraftsJob = (
	workspaceId: string,
	articleId: string,
): Statement =>
	jobs.add({
		task: "review_drafts",
		payload: { workspaceId, articleId },
		jobKey: `review_drafts ${articleId}`,
	});

/** Searches the gaps again after an article changed. Many changes in a row make one review. */
export const reviewGapsJob = (workspaceId: string, now: Date): Statement =>
	jobs.add({
		task: "review_gaps",
		payload: { workspaceId },
		jobKey: `review_gaps ${workspaceId}`,
		runAt: new Date(now.getTime() + SETTLE_MS),
	});

/** Runs the workspace's tests after a change. Many changes in a row make one run. */
export const runTestsJob = (workspaceId: string, now: Date): Statement =>
	jobs.add({
		task: "run_tests",
		payload: { workspaceId },
		jobKey: `run_tests ${workspaceId}`,
		runAt: new Date(now.getTime() + SETTLE_MS),
	});

/** Reclusters a workspace's gaps. Many such jobs in a row are one. The task keeps the name that earlier versions queue. */
export const reclusterJob = (workspaceId: string): Statement =>
	jobs.add({
		task: "regroup_gaps",
		payload: { workspaceId },
		jobKey: `regroup_gaps ${workspaceId}`,
	});
