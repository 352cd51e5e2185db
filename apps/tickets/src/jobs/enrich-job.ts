import {
	addJob,
	type JobExpression,
	jobExpression,
} from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { JOBS_SCHEMA } from "./queue.ts";

export interface TicketPayload {
	readonly workspaceId: string;
	readonly ticketId: string;
}

const AFTER_ALL_NEW = 1; // one article may have ten thousand drafts made again, and mail must not wait for them

/** Refines a new ticket's signals, and drafts a reply to what the customer wrote. */
export function enrichJob(workspaceId: string, ticketId: string): Statement {
	return addJob(JOBS_SCHEMA, enrichSpec({ workspaceId, ticketId }));
}

/** The same as a part of a larger statement. */
export function enrichExpression(
	workspaceId: string,
	ticketId: string,
): JobExpression {
	return jobExpression(JOBS_SCHEMA, enrichSpec({ workspaceId, ticketId }));
}

function enrichSpec(payload: TicketPayload) {
	return { task: "enrich", payload: { ...payload } };
}

/**
 * Drafts a reply to what the customer wrote last, once there is nothing else to do: what the help centre says to it may
 * be something else now. The signals stay, they are refined once.
 */
export function draftAgainJob(
	workspaceId: string,
	ticketId: string,
): Statement {
	return addJob(JOBS_SCHEMA, {
		task: "draft_reply",
		payload: { workspaceId, ticketId } satisfies TicketPayload,
		priority: AFTER_ALL_NEW,
	});
}
