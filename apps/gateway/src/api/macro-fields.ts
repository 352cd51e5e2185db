import { z } from "../openapi/zod.ts";
import { directoryName } from "./agents.ts";
import { idOf, tags, text, textOrNull } from "./fields.ts";
import { id, PRIORITIES, Ticket, timestamp } from "./resources.ts";
import { ifLastMessageId } from "./ticket-requests.ts";

// Macros, as clients send them and as responses show them.

const BODY_CHARACTERS_MAX = 20_000;
const TYPES = ["outbound", "note"] as const;
const STATUSES = ["open", "pending", "resolved"] as const;

const body = text({ max: BODY_CHARACTERS_MAX, multiline: true }).openapi({
	description:
		"Plain text or HTML, with at most 100 placeholders: `{{contact.name}}`, `{{contact.email}}`, `{{ticket.id}}`, `{{ticket.subject}}`, `{{ticket.status}}`, `{{ticket.priority}}`, `{{ticket.external_id}}`, `{{assignee.name}}`, `{{group.name}}`, `{{agent.name}}`, `{{agent.email}}`. They stand for the ticket as it is after the changes, and for the author of the message; what a ticket does not have is empty.",
});
const type = z.enum(TYPES).openapi({
	description:
		"What the body becomes: `outbound` is sent to the customer; a `note` is visible to agents only.",
});
const changes = z
	.strictObject({
		status: z.enum(STATUSES).optional(),
		priority: z.enum(PRIORITIES).optional(),
		tags: tags.optional().openapi({ description: "Added to the ticket's." }),
		assignee_id: textOrNull(idOf("usr"), "Null unassigns."),
	})
	.openapi({ description: "What changes of the ticket; other fields stay." });

export const Macro = z
	.object({
		id: id("mcr"),
		name: z.string(),
		body: z.string().nullable(),
		type: z.enum(TYPES),
		changes: z.object({
			status: z.enum(STATUSES).optional(),
			priority: z.enum(PRIORITIES).optional(),
			tags: z.array(z.string()).optional(),
			assignee_id: z.string().nullable().optional(),
		}),
		created_at: timestamp,
		updated_at: timestamp,
	})
	.openapi("Macro");

export const AppliedMacro = z
	.object({
		ticket: Ticket,
		message: z
			.object({
				id: z
					.string()
					.nullable()
					.openapi({ description: "Null in a preview." }),
				type: z.enum(TYPES),
				body: z.string(),
				body_text: z.string(),
				body_format: z.enum(["text", "html"]),
				author: z.object({
					type: z.literal("agent"),
					id: id("usr"),
					name: z.string(),
					email: z.string(),
				}),
			})
			.nullable()
			.openapi({ description: "Null for a macro without a body." }),
	})
	.openapi("AppliedMacro");

export const NewMacro = z
	.strictObject({
		name: directoryName,
		body: body.optional(),
		type: type.optional(),
		changes: changes.optional(),
	})
	.openapi("NewMacro");

export const MacroChanges = z
	.strictObject({
		name: directoryName.optional(),
		body: textOrNull(body, "Null removes it."),
		type: type.optional(),
		changes: changes
			.optional()
			.openapi({ description: "Replaces all changes." }),
	})
	.openapi("MacroChanges");

export const Application = z
	.strictObject({
		author_id: idOf("usr").optional().openapi({
			description:
				"The author, an agent who is not deactivated; the API key's owner, or the signed-in agent, by default. A signed-in agent names no other.",
		}),
		if_last_message_id: ifLastMessageId,
	})
	.openapi("MacroApplication");

/** The changes of a request for the service. */
export function changesToProto(given: z.output<typeof changes> | undefined) {
	if (!given) return undefined;
	const { status, priority, tags = [], assignee_id } = given;
	const assigneeId = assignee_id === null ? "" : assignee_id;
	return { status, priority, tags, assigneeId };
}
