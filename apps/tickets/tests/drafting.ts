import {
	type GetTicketRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { json } from "./desk.ts";
import { callOf } from "./given.ts";
import type { GivenDesk } from "./use-desk.ts";

/** What tests about drafts look at and do. @param given what the test file has once its hooks have run */
export function drafting(given: () => GivenDesk) {
	return {
		async conversation(id: string) {
			const { desk, workspace } = given();
			const request: GetTicketRequest = { id, view: View.VIEW_CONVERSATION };
			return json(await desk.api.getTicket(request, callOf(workspace)));
		},
		async draftOf(ticketId: string) {
			const { desk, workspace } = given();
			return json(await desk.api.getDraft({ ticketId }, callOf(workspace)));
		},
		/** Every draft that the ticket has had, oldest first. */
		draftsOf: (ticketId: string) =>
			given().desk.sql<{ status: string; in_reply_to: string }>(
				"select status, in_reply_to from tickets.drafts where ticket_id = $1 order by created_at, id",
				[ticketId],
			),
		async enrichAgain(ticketId: string) {
			const { desk, workspace } = given();
			await desk.queue("enrich", { workspaceId: workspace.id, ticketId });
			await desk.settle();
		},
	};
}
