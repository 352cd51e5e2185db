import type { ImportedTicket as ImportedRow } from "@supportdesk/contracts/supportdesk/tickets/v1/import.ts";
import { z } from "../openapi/zod.ts";
import { contactEmail, contactName } from "./contact-fields.ts";
import { customAttributes, externalId, idOf, tags } from "./fields.ts";
import { moment } from "./query-fields.ts";
import { CHANNELS, PRIORITIES } from "./resources.ts";
import { messageBody, subject } from "./ticket-requests.ts";

export const ROWS_MAX = 1_000;
// Of one ticket, which is written in one call. Sanitising hostile HTML of as many characters takes 20 s, other HTML 3 s.
const MESSAGES_MAX = 1_000;
const CHARACTERS_MAX = 4_000_000;

// What is written in one transaction, which holds its locks for a fraction of a second.
const BATCH_ROWS_MAX = 50;
const BATCH_MESSAGES_MAX = 500;
const BATCH_CHARACTERS_MAX = 1024 * 1024;

const time = (description: string) =>
	moment("after").openapi({ description, example: "2019-03-01T09:30:00Z" });

const ImportedContact = z
	.strictObject({
		id: idOf("cnt").optional(),
		email: contactEmail,
		external_id: externalId.optional(),
		name: contactName,
	})
	.refine(
		({ id, email, external_id }) => (id ?? email ?? external_id) !== undefined,
		{
			error: "is required unless contact.id or contact.external_id is given",
			path: ["email"],
			params: { code: "missing_parameter" },
		},
	)
	.openapi({
		description:
			"One of `id`, `email` and `external_id` is required. Those that a contact has must be of one contact; if none has any, one is created.",
	});

const ImportedMessage = z.strictObject({
	type: z.enum(["inbound", "outbound", "note"]).openapi({
		description:
			"`inbound`: of the contact; `outbound`: a reply that was sent; `note`: for agents only.",
	}),
	body: messageBody,
	author_id: idOf("usr").optional().openapi({
		description:
			"The agent who wrote it, who may be deactivated; the API key's owner by default. Not of an inbound message.",
	}),
	created_at: time("When it was written."),
});

/** A row of an import. */
export const ImportedTicket = z
	.strictObject({
		external_id: externalId.optional(),
		subject,
		status: z
			.enum(["open", "pending", "resolved", "archived"])
			.optional()
			.openapi({ description: "`open` if not given." }),
		priority: z
			.enum(PRIORITIES)
			.optional()
			.openapi({ description: "`normal` if not given." }),
		channel: z
			.enum(CHANNELS)
			.optional()
			.openapi({ description: "`api` if not given." }),
		contact: ImportedContact,
		assignee_id: idOf("usr")
			.optional()
			.openapi({ description: "An agent, who may be deactivated." }),
		group_id: idOf("grp")
			.optional()
			.openapi({ description: "A group, which may be deactivated." }),
		tags: tags.optional(),
		custom_attributes: customAttributes.optional().openapi({
			description: "Values by keys that the workspace defines.",
		}),
		created_at: time("When the ticket was created; not in the future."),
		resolved_at: time(
			"Only of a resolved or archived ticket; the time of its last message if not given.",
		).optional(),
		messages: z
			.array(ImportedMessage)
			.min(1)
			.max(MESSAGES_MAX, {
				error: `must have at most ${MESSAGES_MAX} entries`,
			})
			.refine((messages) => sizeOf({ messages }).characters <= CHARACTERS_MAX, {
				error: `must have at most ${CHARACTERS_MAX} characters together`,
			})
			.openapi({
				description: `At most ${CHARACTERS_MAX.toLocaleString("en-US")} characters together.`,
			}),
	})
	.openapi("ImportedTicket");

export function toImportedRow(
	ticket: z.output<typeof ImportedTicket>,
	index: number,
): ImportedRow {
	const { contact, custom_attributes } = ticket;
	return {
		index,
		externalId: ticket.external_id,
		subject: ticket.subject,
		status: ticket.status ?? "open",
		priority: ticket.priority ?? "normal",
		channel: ticket.channel ?? "api",
		contact: {
			id: contact.id,
			email: contact.email,
			externalId: contact.external_id,
			name: contact.name,
		},
		assigneeId: ticket.assignee_id,
		groupId: ticket.group_id,
		tags: ticket.tags ?? [],
		customAttributesJson: custom_attributes
			? JSON.stringify(custom_attributes)
			: "",
		createdAt: ticket.created_at,
		resolvedAt: ticket.resolved_at,
		messages: ticket.messages.map(({ type, body, author_id, created_at }) => ({
			type,
			body,
			authorId: author_id,
			createdAt: created_at,
		})),
	};
}

/** Some neighbouring rows, from `begin` to before `end`. */
interface Batch {
	readonly begin: number;
	readonly end: number;
}

/** The rows that are written together: always the same ones for the same rows, so that a repetition continues. */
export function batchesOf(rows: readonly unknown[]): Batch[] {
	const batches: Batch[] = [];
	let begin = 0;
	let messages = 0;
	let characters = 0;
	rows.forEach((row, at) => {
		const size = sizeOf(row);
		const isFull =
			at - begin === BATCH_ROWS_MAX ||
			messages + size.messages > BATCH_MESSAGES_MAX ||
			characters + size.characters > BATCH_CHARACTERS_MAX;
		if (isFull && at > begin) {
			batches.push({ begin, end: at });
			begin = at;
			messages = 0;
			characters = 0;
		}
		messages += size.messages;
		characters += size.characters;
	});
	batches.push({ begin, end: rows.length });
	return batches;
}

/** The messages of a row that is not checked yet, and the length of their bodies. */
function sizeOf(row: unknown): { messages: number; characters: number } {
	const messages: unknown = (row as { messages?: unknown } | null)?.messages;
	if (!Array.isArray(messages)) return { messages: 0, characters: 0 };
	let characters = 0;
	for (const message of messages as ({ body?: unknown } | null)[])
		if (typeof message?.body === "string") characters += message.body.length;
	return { messages: messages.length, characters };
}
