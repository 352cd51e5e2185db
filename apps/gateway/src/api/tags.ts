import { z } from "../openapi/zod.ts";
import { endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { tags } from "./fields.ts";
import { Ticket } from "./resources.ts";
import { ticketId } from "./tickets.ts";

export const addTags = endpoint({
	method: "post",
	path: "/v1/tickets/:id/tags",
	scope: "tickets:write",
	ids: { id: ticketId },
	body: z.strictObject({ tags: tags.min(1) }).openapi("AddTags"),
	idempotent: true,
	call: ({ tickets }, { params, body, idempotency }, context) =>
		tickets.addTags(
			{ ticketId: params.id!, tags: body.tags, idempotency },
			context,
		),
	documentation: {
		operationId: "addTags",
		tag: "Tickets",
		summary: "Add tags",
		description: "Adds to the existing tags; duplicates change nothing.",
		response: Ticket,
		errors: ["tag_limit_exceeded", "ticket_merged"],
		requestExample: { tags: ["vip"] },
		responseExample: examples.ticket,
	},
});

export const removeTag = endpoint({
	method: "delete",
	path: "/v1/tickets/:id/tags/:tag",
	scope: "tickets:write",
	ids: { id: ticketId },
	call: ({ tickets }, { params }, context) =>
		tickets.removeTag(
			{
				ticketId: params.id!,
				tag: params.tag!.normalize("NFC").trim(),
			},
			context,
		),
	documentation: {
		operationId: "removeTag",
		tag: "Tickets",
		summary: "Remove a tag",
		response: Ticket,
		errors: ["tag_not_found", "ticket_merged"],
		responseExample: examples.ticket,
	},
});
