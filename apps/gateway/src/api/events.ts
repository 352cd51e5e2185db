import { z } from "../openapi/zod.ts";
import { endpoint, endpointOfStream, type PathId } from "./endpoint.ts";
import { Event } from "./event-resources.ts";
import { eventTypes } from "./event-types.ts";
import * as examples from "./examples.ts";
import { hasControlCharacters } from "./fields.ts";
import { cursor, limit, sort, toPage, trueOrFalse } from "./query-fields.ts";
import { listOf } from "./resources.ts";
import { ticketId } from "./tickets.ts";

const eventId: PathId = {
	prefix: "evt",
	notFound: "event_not_found",
	noun: "event",
};

const ID_CHARACTERS_MAX = 64;

/** A sequence to start behind. */
export const after = z
	.string()
	.refine((value) => /^\d{1,15}$/.test(value), {
		error: "must be a sequence: a whole number from 0",
	})
	.transform(Number)
	.openapi({
		type: "integer",
		minimum: 0,
		description: "Only events with a higher sequence.",
	});

const walk = {
	types: eventTypes,
	after: after.optional(),
	sort: sort(["sequence"], "sequence:asc"),
	limit,
	cursor,
};

export const listEvents = endpoint({
	method: "get",
	path: "/v1/events",
	scope: "events:read",
	ids: {},
	query: z.strictObject({
		...walk,
		resource: z
			.string()
			.refine(
				(value) =>
					value.length <= ID_CHARACTERS_MAX && !hasControlCharacters(value),
				{ error: "must be the id of a resource" },
			)
			.optional()
			.openapi({ description: "Only events of the resource with this id." }),
	}),
	call: ({ events }, { query }, context) =>
		events.listEvents(
			{
				page: toPage(query),
				after: query.after,
				types: query.types ?? [],
				resourceId: query.resource,
			},
			context,
		),
	documentation: {
		operationId: "listEvents",
		tag: "Events",
		summary: "List events",
		description:
			"In the order of their sequences. Whoever has read up to a sequence never later sees a new event at or before it: continue with `after`.",
		response: listOf(Event, "EventList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.event),
	},
});

export const getEvent = endpoint({
	method: "get",
	path: "/v1/events/:id",
	scope: "events:read",
	ids: { id: eventId },
	call: ({ events }, { params }, context) =>
		events.getEvent({ id: params.id! }, context),
	documentation: {
		operationId: "getEvent",
		tag: "Events",
		summary: "Retrieve an event",
		response: Event,
		responseExample: examples.event,
	},
});

export const streamEvents = endpointOfStream({
	method: "get",
	path: "/v1/events/stream",
	scope: "events:read",
	ids: {},
	query: z.strictObject({
		after: after.optional(),
		types: eventTypes,
		presence: trueOrFalse.optional().openapi({
			description:
				"Also reports which agents are in which conversations. Needs the scope `tickets:read`, too.",
		}),
	}),
	scopesOf: ({ presence }) => (presence ? ["tickets:read"] : []),
	stream: (query, lastEventId) => ({
		// A browser that connects again sends the URL it began with and, besides, what it has read last.
		after: lastEventId ?? query.after,
		types: query.types ?? [],
		presence: query.presence ?? false,
	}),
	documentation: {
		operationId: "streamEvents",
		tag: "Events",
		summary: "Stream events",
		description:
			'Server-sent events as they happen, each with its sequence as `id` and the event as `data`. `Last-Event-ID`, or else `after`, resumes without a loss or a repeat; without either the stream begins with the next event. A comment comes every 15 s. A key can have 5 streams open, which take no slot of its concurrent requests. A reader that is 1 MiB behind is cut and can resume; a gateway that drains sends `retry: 1000` and ends the stream.\n\nWith `presence=true` the stream begins with who is in which conversation, and then has every change, as events named `presence` that have no `id`: `{"conversation_id", "agent_id", "state": "viewing" | "typing" | "left"}`. They are not stored, so a client that connects again forgets what it knew.',
		errors: ["concurrency_limit"],
		responseExample: `id: 4711\ndata: {"id":"${examples.event.id}","type":"${examples.event.type}","sequence":4711}\n\n`,
	},
});

export const listTicketEvents = endpoint({
	method: "get",
	path: "/v1/tickets/:id/events",
	scope: "events:read",
	ids: { id: ticketId },
	query: z.strictObject(walk),
	async call({ events, tickets }, { params, query }, context) {
		// A ticket that is deleted or another workspace's has no history to show.
		await tickets.getTicket({ id: params.id!, view: 1 }, context);
		return events.listEvents(
			{
				page: toPage(query),
				after: query.after,
				types: query.types ?? [],
				ticketId: params.id!,
			},
			context,
		);
	},
	documentation: {
		operationId: "listTicketEvents",
		tag: "Events",
		summary: "List a ticket's history",
		description: "Events of the ticket, its messages and its drafts.",
		response: listOf(Event, "TicketEventList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.event),
	},
});
