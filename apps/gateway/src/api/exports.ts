import { z } from "../openapi/zod.ts";
import { endpointOfDownload } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { cursor } from "./query-fields.ts";
import { ConversationWithMessages } from "./resources.ts";
import { ticketFilter, toFilter } from "./ticket-requests.ts";

const lineCursor = z.string().nullable().openapi({
	description:
		"Continues the export behind this line. Null in the last line of an export without tickets.",
});

const ExportLine = z
	.union([
		z.object({
			cursor: lineCursor,
			ticket: ConversationWithMessages.openapi({
				description: "With all messages, oldest first.",
			}),
		}),
		z.object({ cursor: lineCursor, done: z.literal(true) }),
	])
	.openapi("ExportLine");

export const exportTickets = endpointOfDownload({
	method: "get",
	path: "/v1/exports/tickets",
	scope: "tickets:read",
	ids: {},
	query: z.strictObject({
		...ticketFilter,
		cursor: cursor.openapi({
			description:
				"The `cursor` of the last line that was read, with the same filters.",
		}),
	}),
	read: ({ tickets }, query, cursor, context) =>
		tickets.exportTickets(
			{
				filter: toFilter(query),
				cursor: cursor === "" ? (query.cursor ?? "") : cursor,
			},
			context,
		),
	documentation: {
		operationId: "exportTickets",
		tag: "Tickets",
		summary: "Export tickets",
		description: `All tickets that the filters let through, in the order of their creation, as lines of JSON (\`application/x-ndjson\`) of any length: each is a ticket with all its messages and a \`cursor\`. The last line is \`{"cursor": …, "done": true}\`; a response without it was interrupted. Send the \`cursor\` of the last whole line to continue behind it; that of the last line returns the tickets created since.

Every ticket that exists throughout comes exactly once, as it is when its line is written. A ticket that is created meanwhile comes if its \`created_at\` is later than that of the lines before; one that is merged meanwhile into an earlier one does not come any more. The request counts once, and takes no slot of the concurrent requests once it has begun; a key can have 2 exports open, and has to read them: one whose client reads nothing for 15 s is aborted. A revoked key's export ends within 5 s. A gateway that drains ends it as well.`,
		response: ExportLine,
		errors: ["invalid_cursor", "concurrency_limit", "missing_parameter"],
		responseExample: examples.exportLine,
	},
});
