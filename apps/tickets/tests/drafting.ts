import {
	type GetTicketRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { ARTICLE, usualUpstreams } from "./fake-upstreams.ts";
import { callOf, givenTicket, messagesOf } from "./given.ts";
import { json } from "./harness.ts";
import type { GivenHarness } from "./use-harness.ts";

/** What tests about drafts look at and do. @param given what the test file has once its hooks have run */
export function drafting(given: () => GivenHarness) {
	/** Every draft that the ticket has had, oldest first. */
	const draftsOf = (ticketId: string) =>
		given().harness.sql<{ status: string; in_reply_to: string }>(
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
			const { harness, workspace } = given();
			return (await messagesOf(harness, workspace, ticketId)).filter(
				({ type }: { type: string }) => type === "outbound",
			);
		},
		/** A ticket whose draft is being written until it is released. */
		async givenWriting() {
			const { harness, workspace } = given();
			const writing = Promise.withResolvers<void>();
			const mayGoOn = Promise.withResolvers<void>();
			harness.upstreams.findPassages = async () => ({ articles: [ARTICLE] });
			harness.upstreams.writeDraft = async (request, context) => {
				writing.resolve();
				await mayGoOn.promise;
				return usualUpstreams().writeDraft(request, context);
			};
			const ticket = await givenTicket(harness, workspace);
			await writing.promise;
			return { ticket, goOn: mayGoOn.resolve };
		},
		async conversation(id: string) {
			const { harness, workspace } = given();
			const request: GetTicketRequest = { id, view: View.VIEW_CONVERSATION };
			return json(await harness.api.getTicket(request, callOf(workspace)));
		},
		async draftOf(ticketId: string) {
			const { harness, workspace } = given();
			return json(await harness.api.getDraft({ ticketId }, callOf(workspace)));
		},
		async enrichAgain(ticketId: string) {
			const { harness, workspace } = given();
			await harness.queue("enrich", { workspaceId: workspace.id, ticketId });
			await harness.settle();
		},
	};
}
