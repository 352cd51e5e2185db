import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { MISLEADING } from "@supportdesk/text/misleading.ts";
import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { customAttributes, idOf, optionalText, tags } from "./fields.ts";
import { Deleted, PRIORITIES, syncedListOf, Ticket } from "./resources.ts";
import {
	messageBody,
	subject,
	ticketChanges,
	ticketFilter,
	ticketPage,
	toListRequest,
	toUpdateRequest,
} from "./ticket-requests.ts";

export const ticketId: PathId = {
	prefix: "tkt",
	notFound: "ticket_not_found",
	noun: "ticket",
};

const EMAIL_CHARACTERS_MAX = 254;
const CONTACT_NAME_CHARACTERS_MAX = 200;

// Characters that change the writing direction can disguise a name.
const NAME =
	"^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$";

const Contact = z
	.strictObject({
		email: optionalText(
			{ max: EMAIL_CHARACTERS_MAX },
			{ format: "email" },
		).refine((value) => !value || parseEmailAddress(value), {
			error: "must be an email address that mail can be sent to",
		}),
		name: optionalText(
			{ max: CONTACT_NAME_CHARACTERS_MAX },
			{ pattern: NAME },
		).refine((value) => !value || !MISLEADING.test(value), {
			error: "must not have marks that change the writing direction",
		}),
		id: idOf("cnt").optional(),
	})
	.refine(({ email, id }) => email !== undefined || id !== undefined, {
		error: "is required unless contact.id is given",
		path: ["email"],
		params: { code: "missing_parameter" },
		// Runs even when another field of the contact is invalid, so that the error names all invalid fields.
		when: () => true,
	})
	.openapi({
		anyOf: [{ required: ["email"] }, { required: ["id"] }],
		description:
			"`email` or `id` is required; if both are given, they must belong to one contact. An unknown address creates a contact.",
	});

// If the value is not an object, the error names the missing address.
const contact = z.preprocess(
	(value) =>
		typeof value === "object" && value !== null && !Array.isArray(value)
			? value
			: {},
	Contact,
);

const NewTicket = z
	.strictObject({
		subject,
		body: messageBody,
		contact,
		channel: z.enum(["api", "email", "chat", "widget"]).default("api"),
		priority: z.enum(PRIORITIES).default("normal"),
		assignee_id: idOf("usr")
			.optional()
			.openapi({ description: "An agent who is not deactivated." }),
		group_id: idOf("grp")
			.optional()
			.openapi({ description: "A group that is not deactivated." }),
		tags: tags.default([]),
		custom_attributes: customAttributes.optional().openapi({
			description: "Values by keys that the workspace defines.",
		}),
	})
	.openapi("NewTicket");

export const listTickets = endpoint({
	method: "get",
	path: "/v1/tickets",
	scope: "tickets:read",
	ids: {},
	query: z.strictObject({ ...ticketFilter, ...ticketPage }),
	call: ({ tickets }, { query }, context) =>
		tickets.listTickets(toListRequest(query, View.VIEW_TICKET), context),
	documentation: {
		operationId: "listTickets",
		tag: "Tickets",
		summary: "List tickets",
		description: "Newest first unless sorted otherwise. All filters must hold.",
		response: syncedListOf(Ticket, "TicketList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.ticket),
	},
});

export const createTicket = endpoint({
	method: "post",
	path: "/v1/tickets",
	scope: "tickets:write",
	ids: {},
	body: NewTicket,
	idempotent: true,
	location: (id) => `/v1/tickets/${id}`,
	call: ({ tickets }, { body, idempotency }, context) =>
		tickets.createTicket(
			{
				subject: body.subject,
				body: body.body,
				contactEmail: body.contact.email,
				contactId: body.contact.id,
				contactName: body.contact.name,
				channel: body.channel,
				priority: body.priority,
				assigneeId: body.assignee_id,
				groupId: body.group_id,
				tags: body.tags,
				customAttributesJson: body.custom_attributes
					? JSON.stringify(body.custom_attributes)
					: "",
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "createTicket",
		tag: "Tickets",
		summary: "Create a ticket",
		status: 201,
		response: Ticket,
		errors: [
			"undefined_attribute_key",
			"invalid_attribute_value",
			"assignee_not_found",
			"group_not_found",
			"contact_not_found",
			"contact_mismatch",
		],
		requestExample: examples.newTicket,
		responseExample: examples.ticket,
	},
});

export const getTicket = endpoint({
	method: "get",
	path: "/v1/tickets/:id",
	scope: "tickets:read",
	ids: { id: ticketId },
	call: ({ tickets }, { params }, context) =>
		tickets.getTicket({ id: params.id!, view: View.VIEW_TICKET }, context),
	documentation: {
		operationId: "getTicket",
		tag: "Tickets",
		summary: "Retrieve a ticket",
		response: Ticket,
		responseExample: examples.ticket,
	},
});

export const updateTicket = endpoint({
	method: "patch",
	path: "/v1/tickets/:id",
	scope: "tickets:write",
	ids: { id: ticketId },
	body: ticketChanges,
	bodyOptional: true,
	call: ({ tickets }, { params, body }, context) =>
		tickets.updateTicket(
			toUpdateRequest(params.id!, body, View.VIEW_TICKET),
			context,
		),
	documentation: {
		operationId: "updateTicket",
		tag: "Tickets",
		summary: "Update a ticket",
		description: "Only the fields in the body change.",
		response: Ticket,
		errors: [
			"undefined_attribute_key",
			"invalid_attribute_value",
			"assignee_not_found",
			"group_not_found",
		],
		requestExample: { status: "pending", assignee_id: null },
		responseExample: { ...examples.ticket, status: "pending" },
	},
});

export const deleteTicket = endpoint({
	method: "delete",
	path: "/v1/tickets/:id",
	scope: "tickets:write",
	ids: { id: ticketId },
	call: ({ tickets }, { params }, context) =>
		tickets.deleteTicket({ id: params.id! }, context),
	documentation: {
		operationId: "deleteTicket",
		tag: "Tickets",
		summary: "Delete a ticket",
		response: Deleted,
		responseExample: examples.deleted(examples.ticket.id),
	},
});
