import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import type { ForgetTicketPayload } from "../queue.ts";

const TIME_LIMIT_MS = 10_000;

/** Reports to the knowledge service that a ticket was deleted. Safe to repeat. */
export function forgetTicket({
	clock,
	knowledge,
}: Pick<Deps, "clock" | "knowledge">) {
	return async ({
		workspaceId,
		ticketId,
		deletedAt,
	}: ForgetTicketPayload): Promise<void> => {
		await knowledge.forgetTicket(
			{ ticketId, deletedAt },
			ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime()),
		);
	};
}
