import type { ListAnsweredTicketsRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { runOutsideWorkspaces } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { selectAnsweredTickets } from "../store/answered-tickets.ts";

/** Called by the tickets service for all workspaces. */
export function listAnsweredTickets({ db }: Pick<Deps, "db">) {
	return async ({ after, limit }: ListAnsweredTicketsRequest) => {
		const [result] = await runOutsideWorkspaces(db, [
			selectAnsweredTickets(after, limit),
		]);
		return { tickets: result.rows };
	};
}
