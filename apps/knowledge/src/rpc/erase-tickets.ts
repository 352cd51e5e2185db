import type { EraseTicketsRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { forgetPhrasingPage } from "../forget-phrasings.ts";
import {
	forgetQueriesOf,
	insertErasedTickets,
	selectPhrasingsOf,
} from "../store/deleted-tickets.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Called by the tickets service. Safe to repeat. */
export function eraseTickets({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ ticketIds }: EraseTicketsRequest, context: CallContext) => {
		const { workspaceId } = context;
		await writeAll(db, context, [
			insertErasedTickets(workspaceId, ticketIds),
			forgetQueriesOf(workspaceId, ticketIds),
		]);
		const now = clock.now();
		// Of the deleted tickets only those count whose questions are forgotten anyway.
		const deletedBefore = new Date(now.getTime() - 30 * DAY_MS);
		const phrasings = selectPhrasingsOf(workspaceId, ticketIds, deletedBefore);
		await forgetPhrasingPage(db, workspaceId, phrasings, now);
		return {};
	};
}
