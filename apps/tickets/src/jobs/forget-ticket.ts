import { addJob } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import { JOBS_SCHEMA } from "./queue.ts";

interface ForgetPayload {
	readonly workspaceId: string;
	readonly ticketId: string;
	readonly deletedAt: string;
}

const TIME_LIMIT_MS = 10_000;

/** Tells the knowledge service, whose gaps name tickets, that one was deleted. */
export function forgetTicketJob(
	workspaceId: string,
	ticketId: string,
	deletedAt: Date,
): Statement {
	return addJob(JOBS_SCHEMA, {
		task: "forget_ticket",
		payload: {
			workspaceId,
			ticketId,
			deletedAt: deletedAt.toISOString(),
		} satisfies ForgetPayload,
	});
}

/** Safe to repeat. */
export function forgetTicket({
	clock,
	knowledge,
}: Pick<Deps, "clock" | "knowledge">) {
	return async (payload: unknown): Promise<void> => {
		const { workspaceId, ticketId, deletedAt } = payload as ForgetPayload;
		await knowledge.forgetTicket(
			{ ticketId, deletedAt },
			ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime()),
		);
	};
}
