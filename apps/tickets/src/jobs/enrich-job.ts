import {
	addJob,
	type JobExpression,
	jobExpression,
} from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { JOBS_SCHEMA } from "./queue.ts";

export interface EnrichPayload {
	readonly workspaceId: string;
	readonly ticketId: string;
}

const AFTER_ALL_NEW = 1; // one article may have ten thousand drafts made again, and mail must not wait for them

/** Refines the ticket's signals and drafts a reply to what the customer wrote last. */
export function enrichJob(workspaceId: string, ticketId: string): Statement {
	return addJob(JOBS_SCHEMA, enrichSpec({ workspaceId, ticketId }));
}

/** The same again, once there is nothing else to do: what the help centre says to it may be something else now. */
export function enrichAgainJob(
	workspaceId: string,
	ticketId: string,
): Statement {
	return addJob(JOBS_SCHEMA, {
		...enrichSpec({ workspaceId, ticketId }),
		priority: AFTER_ALL_NEW,
	});
}

/** The first of them as a part of a larger statement. */
export function enrichExpression(
	workspaceId: string,
	ticketId: string,
): JobExpression {
	return jobExpression(JOBS_SCHEMA, enrichSpec({ workspaceId, ticketId }));
}

function enrichSpec(payload: EnrichPayload) {
	return { task: "enrich", payload: { ...payload } };
}
