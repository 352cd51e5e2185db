import {
	type GetTicketRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { json } from "./desk.ts";
import { ARTICLE, usualUpstreams } from "./fake-upstreams.ts";
import { callOf, givenTicket, messagesOf } from "./given.ts";
import type { GivenDesk } from "./use-desk.ts";

/** What tests about drafts look at and do. @param given what the test file has once its hooks have run */
export function drafting(given: () => GivenDesk) {
	/** Every draft that the ticket has had, oldest first. */
	const draftsOf = (ticketId: string) =>
		given().desk.sql<{ status: string; in_reply_to: string }>(
			"select status, in_reply_to from tickets.drafts where ticket_id = $1 order by created_at, id",
			[ticketId],
		);
	return {
		draftsOf,
		async statusesOf(ticketId: string) {
			return (await draftsOf(ticketId)).map(({ status }) => status);
		},
		/** What was sent to the customer, oldest first. */
		async repliesOf(ticketId: string) {
			const { desk, workspace } = given();
			return (await messagesOf(desk, workspace, ticketId)).filter(
				({ type }: { type: string }) => type === "outbound",
			);
		},
		/** A ticket whose draft is being written until it may go on. */
		async givenWriting() {
			const { desk, workspace } = given();
			const writing = Promise.withResolvers<void>();
			const mayGoOn = Promise.withResolvers<void>();
			desk.upstreams.findPassages = async () => ({ articles: [ARTICLE] });
			desk.upstreams.writeDraft = async (request, context) => {
				writing.resolve();
				await mayGoOn.promise;
				return usualUpstreams().writeDraft(request, context);
			};
			const ticket = await givenTicket(desk, workspace);
			await writing.promise;
			return { ticket, goOn: mayGoOn.resolve };
		},
		async conversation(id: string) {
			const { desk, workspace } = given();
			const request: GetTicketRequest = { id, view: View.VIEW_CONVERSATION };
			return json(await desk.api.getTicket(request, callOf(workspace)));
		},
		async draftOf(ticketId: string) {
			const { desk, workspace } = given();
			return json(await desk.api.getDraft({ ticketId }, callOf(workspace)));
		},
		async enrichAgain(ticketId: string) {
			const { desk, workspace } = given();
			await desk.queue("enrich", { workspaceId: workspace.id, ticketId });
			await desk.settle();
		},
	};
}
