import { authorNotPermitted } from "../accounts/errors.ts";
import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import * as macroExamples from "./macro-examples.ts";
import {
	Application,
	AppliedMacro,
	changesToProto,
	Macro,
	MacroChanges,
	NewMacro,
} from "./macro-fields.ts";
import { cursor, limit, sort, toPage, trueOrFalse } from "./query-fields.ts";
import { Deleted, listOf } from "./resources.ts";
import { ticketId } from "./tickets.ts";

const macroId: PathId = {
	prefix: "mcr",
	notFound: "macro_not_found",
	noun: "macro",
};

export const listMacros = endpoint({
	method: "get",
	path: "/v1/macros",
	scope: "workspace:read",
	ids: {},
	query: z.strictObject({
		sort: sort(["created_at", "name"], "name:asc"),
		limit,
		cursor,
	}),
	call: ({ tickets }, { query }, context) =>
		tickets.listMacros({ page: toPage(query) }, context),
	documentation: {
		operationId: "listMacros",
		tag: "Directory",
		summary: "List macros",
		response: listOf(Macro, "MacroList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(macroExamples.macro),
	},
});

export const createMacro = endpoint({
	method: "post",
	path: "/v1/macros",
	scope: "workspace:write",
	ids: {},
	body: NewMacro,
	idempotent: true,
	location: (id) => `/v1/macros/${id}`,
	call: ({ tickets }, { body, idempotency }, context) =>
		tickets.createMacro(
			{
				name: body.name,
				body: body.body,
				type: body.type ?? "outbound",
				changes: changesToProto(body.changes),
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "createMacro",
		tag: "Directory",
		summary: "Create a macro",
		description:
			"A text and changes that agents apply to tickets; at least one of them. Its `type` is `outbound` if none is given.",
		status: 201,
		response: Macro,
		errors: ["assignee_not_found"],
		requestExample: macroExamples.newMacro,
		responseExample: macroExamples.macro,
	},
});

export const getMacro = endpoint({
	method: "get",
	path: "/v1/macros/:id",
	scope: "workspace:read",
	ids: { id: macroId },
	call: ({ tickets }, { params }, context) =>
		tickets.getMacro({ id: params.id! }, context),
	documentation: {
		operationId: "getMacro",
		tag: "Directory",
		summary: "Retrieve a macro",
		response: Macro,
		responseExample: macroExamples.macro,
	},
});

export const updateMacro = endpoint({
	method: "patch",
	path: "/v1/macros/:id",
	scope: "workspace:write",
	ids: { id: macroId },
	body: MacroChanges,
	bodyOptional: true,
	call: ({ tickets }, { params, body }, context) =>
		tickets.updateMacro(
			{
				id: params.id!,
				name: body.name,
				body: body.body === null ? "" : body.body,
				type: body.type,
				changes: changesToProto(body.changes),
			},
			context,
		),
	documentation: {
		operationId: "updateMacro",
		tag: "Directory",
		summary: "Update a macro",
		description: "Only the fields in the body change.",
		response: Macro,
		errors: ["assignee_not_found"],
		requestExample: { name: macroExamples.macro.name },
		responseExample: macroExamples.macro,
	},
});

export const deleteMacro = endpoint({
	method: "delete",
	path: "/v1/macros/:id",
	scope: "workspace:write",
	ids: { id: macroId },
	call: ({ tickets }, { params }, context) =>
		tickets.deleteMacro({ id: params.id! }, context),
	documentation: {
		operationId: "deleteMacro",
		tag: "Directory",
		summary: "Delete a macro",
		response: Deleted,
		responseExample: examples.deleted(macroExamples.macro.id),
	},
});

export const applyMacro = endpoint({
	method: "post",
	path: "/v1/tickets/:id/macros/:macro_id",
	scope: "tickets:write",
	ids: { id: ticketId, macro_id: macroId },
	query: z.strictObject({
		preview: trueOrFalse.optional().openapi({
			description:
				"`true`: the response shows what would be, and nothing changes.",
		}),
	}),
	body: Application,
	bodyOptional: true,
	idempotent: true,
	call: ({ tickets }, input, context, { key }) => {
		const { params, query, body, idempotency } = input;
		const { author_id: authorId = key.ownerId } = body;
		if (key.session && authorId !== key.ownerId) throw authorNotPermitted();
		return tickets.applyMacro(
			{
				ticketId: params.id!,
				macroId: params.macro_id!,
				preview: query.preview ?? false,
				authorId: body.author_id,
				ifLastMessageId: body.if_last_message_id,
				idempotency,
			},
			context,
		);
	},
	documentation: {
		operationId: "applyMacro",
		tag: "Tickets",
		summary: "Apply a macro to a ticket",
		description:
			"Writes the macro's message and makes its changes, all or nothing. A preview needs no idempotency key.",
		response: AppliedMacro,
		errors: [
			"assignee_not_found",
			"author_not_found",
			"author_not_permitted",
			"tag_limit_exceeded",
			"newer_message",
			"ticket_merged",
		],
		responseExample: macroExamples.appliedMacro,
	},
});
