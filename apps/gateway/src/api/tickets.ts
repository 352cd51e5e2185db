import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { z } from "../openapi/zod.ts";
import {
	contactEmail,
	contactName,
	EMAIL_CHARACTERS_MAX,
} from "./contact-fields.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import {
	customAttributes,
	externalId,
	idOf,
	nameMissing,
	tags,
} from "./fields.ts";
import { Deleted, PRIORITIES, syncedListOf, Ticket } from "./resources.ts";
import {
	messageBody,
	rankedPage,
	searchQuery,
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

const contactFields = {
	email: contactEmail,
	name: contactName,
	id: idOf("cnt").optional(),
};

/** The two forms of a ticket's contact, each with a name in the API document: generated clients have a type for each. */
export const CONTACT_FORMS = {
	ContactByEmail: z
		.strictObject({
			...contactFields,
			email: contactEmail.unwrap().openapi({
				type: "string",
				format: "email",
				maxLength: EMAIL_CHARACTERS_MAX,
			}),
		})
		.openapi({
			description:
				"A contact with this address; an unknown address creates a contact.",
		}),
	ContactById: z
		.strictObject({ ...contactFields, id: idOf("cnt") })
		.openapi({ description: "The contact with this id." }),
};

const Contact = z
	.strictObject(contactFields)
	.refine(({ email, id }) => email !== undefined || id !== undefined, {
		error: "is required unless contact.id is given",
		path: ["email"],
		params: { code: "missing_parameter" },
		// Runs even when another field of the contact is invalid, so that the error names all invalid fields.
		when: () => true,
	});

// If the value is not an object, the error names the missing address.
const contact = z
	.preprocess(
		(value) =>
			typeof value === "object" && value !== null && !Array.isArray(value)
				? value
				: {},
		Contact,
	)
	.openapi({
		type: "object",
		anyOf: Object.keys(CONTACT_FORMS).map((name) => ({
			$ref: `#/components/schemas/${name}`,
		})),
		description:
			"`email` or `id` is required; if both are given, they must belong to one contact.",
	});

const NewTicket = z
	.strictObject({
		subject,
		body: messageBody,
		contact,
		channel: z
			.enum(["api", "email", "chat", "widget"])
			.optional()
			.openapi({ description: "`api` if not given." }),
		priority: z
			.enum(PRIORITIES)
			.optional()
			.openapi({ description: "`normal` if not given." }),
		assignee_id: idOf("usr")
			.optional()
			.openapi({ description: "An agent who is not deactivated." }),
		group_id: idOf("grp")
			.optional()
			.openapi({ description: "A group that is not deactivated." }),
		tags: tags.optional(),
		custom_attributes: customAttributes.optional().openapi({
			description: "Values by keys that the workspace defines.",
		}),
		external_id: externalId.optional(),
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
		errors: ["invalid_cursor", "invalid_sort", "missing_parameter"],
		responseExample: examples.list(examples.ticket),
	},
});

export const searchTickets = endpoint({
	method: "get",
	path: "/v1/tickets/search",
	scope: "tickets:read",
	ids: {},
	query: z.strictObject({ ...ticketFilter, q: searchQuery, ...rankedPage }),
	call: ({ tickets }, { query }, context) =>
		tickets.listTickets(toListRequest(query, View.VIEW_TICKET), context),
	documentation: {
		operationId: "searchTickets",
		tag: "Tickets",
		summary: "Search tickets",
		description:
			"Newest first unless sorted otherwise. A word can be found as soon as the request that wrote it was answered. The lists of tickets and conversations take the same `q`.",
		response: syncedListOf(Ticket, "TicketList"),
		errors: ["invalid_cursor", "invalid_sort", "missing_parameter"],
		responseExample: examples.list(examples.ticket),
	},
});

export const createTicket = endpoint({
	method: "post",
	path: "/v1/tickets",
	scope: "tickets:write",
	ids: {},
	body: NewTicket,
	query: z.strictObject({
		upsert: z.literal("external_id").optional().openapi({
			description:
				"Changes the ticket that has the body's `external_id`, if there is one: its subject, and the priority, assignee, group, tags and custom attributes that are given. The response has the status 200 then.",
		}),
	}),
	idempotent: true,
	// As they were before there was any choice: a repetition may reach another version of the product.
	fingerprintOf: (body, { upsert }) => ({
		...{ channel: "api", priority: "normal", tags: [] },
		...body,
		...(upsert && { upsert }),
	}),
	location: (id) => `/v1/tickets/${id}`,
	call: ({ tickets }, { query, body, idempotency }, context) => {
		if (query.upsert && body.external_id === undefined) throw nameMissing();
		return tickets.createTicket(
			{
				subject: body.subject,
				body: body.body,
				contactEmail: body.contact.email,
				contactId: body.contact.id,
				contactName: body.contact.name,
				channel: body.channel ?? "api",
				priority: body.priority ?? "normal",
				assigneeId: body.assignee_id,
				groupId: body.group_id,
				tags: body.tags ?? [],
				customAttributesJson: body.custom_attributes
					? JSON.stringify(body.custom_attributes)
					: "",
				externalId: body.external_id,
				upsert: query.upsert !== undefined,
				givesPriority: body.priority !== undefined,
				givesTags: body.tags !== undefined,
				idempotency,
			},
			context,
		);
	},
	documentation: {
		operationId: "createTicket",
		tag: "Tickets",
		summary: "Create a ticket",
		status: 201,
		changes: "Changed: with `upsert`, the ticket was there before.",
		response: Ticket,
		errors: [
			"undefined_attribute_key",
			"invalid_attribute_value",
			"assignee_not_found",
			"group_not_found",
			"contact_not_found",
			"contact_mismatch",
			"external_id_exists",
			"ticket_merged",
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
			"external_id_exists",
			"ticket_merged",
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
		description: "Tickets that were merged into it are deleted with it.",
		response: Deleted,
		errors: ["ticket_merged"],
		responseExample: examples.deleted(examples.ticket.id),
	},
});

export const restoreTicket = endpoint({
	method: "post",
	path: "/v1/tickets/:id/restore",
	scope: "tickets:write",
	ids: { id: ticketId },
	body: z.strictObject({}).openapi("RestoreTicket"),
	bodyOptional: true,
	idempotent: true,
	call: ({ tickets }, { params, idempotency }, context) =>
		tickets.restoreTicket({ id: params.id!, idempotency }, context),
	documentation: {
		operationId: "restoreTicket",
		tag: "Tickets",
		summary: "Restore a deleted ticket",
		description:
			"Within 30 days of its deletion, with everything that it had and the tickets that were merged into it. A ticket that is not deleted stays as it is.",
		response: Ticket,
		errors: ["external_id_exists", "ticket_merged"],
		responseExample: examples.ticket,
	},
});
