import { addJob } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { JOBS_SCHEMA } from "./queue.ts";

export interface IndexPayload {
	readonly workspaceId: string;
	readonly articleId: string;
}

/** Tells the search engine of a changed article, and searches the open gaps again. */
export function indexJob(workspaceId: string, articleId: string): Statement {
	return addJob(JOBS_SCHEMA, {
		task: "index_article",
		payload: { workspaceId, articleId } satisfies IndexPayload,
	});
}
