import { z } from "../openapi/zod.ts";
import { endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf } from "./fields.ts";
import { Ticket } from "./resources.ts";
import { ticketId } from "./tickets.ts";

const Merge = z
	.strictObject({
		into: idOf("tkt").openapi({
			description: "A ticket that is not merged into another one itself.",
		}),
	})
	.openapi("TicketMerge");

export const mergeTicket = endpoint({
	method: "post",
	path: "/v1/tickets/:id/merge",
	scope: "tickets:write",
	ids: { id: ticketId },
	body: Merge,
	idempotent: true,
	call: ({ tickets }, { params, body, idempotency }, context) =>
		tickets.mergeTicket(
			{ id: params.id!, into: body.into, idempotency },
			context,
		),
	documentation: {
		operationId: "mergeTicket",
		tag: "Tickets",
		summary: "Merge a ticket into another one",
		description:
			"Its messages and tags move into the other one, in order of time; that one keeps its own subject, contact, status and other fields, and is the response. What was merged into the ticket before moves with it. From then on the ticket shows `merged_into`, is left out of lists, and takes no changes: they answer `ticket_merged`. Its ready draft is retracted. A reply that still waits to be mailed goes to the contact it was written to. At most 100 tickets can be one. For 30 days a merge can be undone.",
		response: Ticket,
		errors: ["invalid_merge", "ticket_merged", "tag_limit_exceeded"],
		requestExample: { into: examples.ticket.id },
		responseExample: examples.ticket,
	},
});

export const unmergeTicket = endpoint({
	method: "post",
	path: "/v1/tickets/:id/unmerge",
	scope: "tickets:write",
	ids: { id: ticketId },
	body: z.strictObject({}).openapi("TicketUnmerge"),
	bodyOptional: true,
	idempotent: true,
	call: ({ tickets }, { params, idempotency }, context) =>
		tickets.unmergeTicket({ id: params.id!, idempotency }, context),
	documentation: {
		operationId: "unmergeTicket",
		tag: "Tickets",
		summary: "Undo a merge",
		description:
			"Within 30 days. The ticket has its own messages, tags and fields again, as they were; what has come into the other ticket since stays there, and the tags that came with the merge leave it. Of several merges one after the other the last is undone first.",
		response: Ticket,
		errors: ["invalid_merge"],
		responseExample: examples.ticket,
	},
});
