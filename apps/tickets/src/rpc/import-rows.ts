import type { ImportedTicket as Row } from "@supportdesk/contracts/supportdesk/tickets/v1/import.ts";
import { AppError, type ErrorDetail } from "@supportdesk/errors/app-error.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import {
	type ContactNames,
	type ImportedContacts,
	readContactNames,
} from "../contacts/imported-contacts.ts";
import {
	type AttributeDefinition,
	addAttributes,
} from "../domain/attributes.ts";
import { authorNotFound } from "../domain/errors.ts";
import {
	checkHistory,
	courseOf,
	inOrder,
	pastStatus,
} from "../domain/imported-ticket.ts";
import type { MessageType } from "../domain/message.ts";
import type { MessageBody } from "../domain/message-body.ts";
import { pickAssignee, pickGroup } from "../domain/references.ts";
import {
	type Agent,
	type Channel,
	type Contact,
	type Conversation,
	type Group,
	NO_SIGNALS,
	type Priority,
	type TicketStatus,
} from "../domain/ticket.ts";
import type {
	ImportedMessage,
	ImportedTicket,
	ImportReferences,
} from "../store/imports.ts";

/** A row of an import that is right by itself; what it refers to is not looked up yet. */
export interface ReadRow {
	readonly row: Row;
	readonly contact: ContactNames;
	readonly tags: readonly string[];
	/** Of its messages. */
	readonly bodies: readonly MessageBody[];
}

/** What the rows' references stand for. */
export interface Known {
	readonly contacts: ImportedContacts;
	readonly agents: ReadonlyMap<string, Agent>;
	readonly groups: ReadonlyMap<string, Group>;
	readonly definitions: readonly AttributeDefinition[];
}

/** What is wrong with a row. */
export interface RowErrors {
	readonly errors: readonly ErrorDetail[];
}

/** The result, or what is wrong with the row; anything that is not the row's fault is thrown. */
export function orErrors<T>(attempt: () => T): T | RowErrors {
	try {
		return attempt();
	} catch (err) {
		if (!(err instanceof AppError)) throw err;
		const { code, message, param, details } = err;
		return {
			errors: details.length > 0 ? details : [{ code, message, param }],
		};
	}
}

/** @throws AppError with everything that is wrong with the row by itself. */
export function readRow(row: Row, now: Date): Omit<ReadRow, "bodies"> {
	const [contact, tags] = validateAll(
		() => readContactNames(row.contact!),
		() => normaliseTags(row.tags),
		() => checkHistory(row, now),
	);
	return { row, contact, tags };
}

export function referencesOf(
	rows: readonly ReadRow[],
	ownerId: string,
): ImportReferences {
	const all = (values: readonly (string | undefined)[]) => [
		...new Set(values.filter((value) => value !== undefined)),
	];
	return {
		contactIds: all(rows.map(({ contact }) => contact.id)),
		emailKeys: all(rows.map(({ contact }) => contact.email?.key)),
		contactExternalIds: all(rows.map(({ contact }) => contact.externalId)),
		agentIds: all([
			ownerId,
			...rows.flatMap(({ row }) => [
				row.assigneeId,
				...row.messages.map(({ authorId }) => authorId),
			]),
		]),
		groupIds: all(rows.map(({ row }) => row.groupId)),
		ticketExternalIds: all(rows.map(({ row }) => row.externalId)),
	};
}

/**
 * The ticket of a row with its messages. `updated_at` is the time of the import: who reads what has changed since sees
 * the ticket, however old it is.
 *
 * @throws AppError with everything that the row refers to and is not there
 */
export function ticketOf(
	{ row, contact: names, tags, bodies }: ReadRow,
	known: Known,
	ownerId: string,
	now: Date,
): ImportedTicket {
	const [assignee, group, attributes, found] = validateAll(
		() => pickAssignee(row.assigneeId, known.agents.get(row.assigneeId ?? "")),
		() => pickGroup(row.groupId, known.groups.get(row.groupId ?? "")),
		() => addAttributes(known.definitions, row.customAttributesJson),
		() => known.contacts.find(names),
		() => checkAuthors(row, known, ownerId),
	);
	const contact = found ?? known.contacts.make(names, now);
	const ticket: Conversation = {
		// Lists by `updated_at`, which the whole import shares, show the newest first by their ids.
		id: newId("tkt", Math.max(0, Date.parse(row.createdAt))),
		subject: row.subject,
		status: row.status as TicketStatus,
		priority: row.priority as Priority,
		channel: row.channel as Channel,
		contact,
		assignee: assignee ?? null,
		group: group ?? null,
		tags,
		signals: NO_SIGNALS,
		readyDraftId: null,
		customAttributesJson: attributes,
		createdAt: row.createdAt,
		updatedAt: now.toISOString(),
		externalId: row.externalId ?? null,
		mergedInto: null,
		participants: [],
		suggestedArticlesJson: "[]",
		messageCount: row.messages.length,
		...courseOf(row),
	};
	const messages = messagesOf(row, bodies, ticket, known, ownerId, now);
	for (const { author, createdAt } of messages)
		if (author.type === "contact") known.contacts.see(contact, createdAt);
	return { ticket, messages };
}

function checkAuthors(row: Row, known: Known, ownerId: string): void {
	validateAll(
		...row.messages.map(({ type, authorId = ownerId }, n) => () => {
			if (type === "inbound" || known.agents.has(authorId)) return;
			const { type: errorType, code, message } = authorNotFound();
			throw new AppError(errorType, code, message, {
				param: `messages.${n}.author_id`,
			});
		}),
	);
}

function messagesOf(
	row: Row,
	bodies: readonly MessageBody[],
	{ id: ticketId, contact }: Conversation,
	known: Known,
	ownerId: string,
	now: Date,
): readonly ImportedMessage[] {
	const given = row.messages.map((message, n) => ({
		...message,
		read: bodies[n]!,
	}));
	return inOrder(given).map(
		({ type, authorId = ownerId, createdAt, read }, n) => ({
			// Messages of one time are shown in the order of their ids.
			id: newId("msg", now.getTime() + n),
			ticketId,
			type: type as MessageType,
			body: read.body,
			bodyText: read.text,
			bodyFormat: read.format,
			raw: read.raw,
			author: authorOf(type, contact, known.agents.get(authorId)),
			attachments: [],
			aiGenerated: false,
			status: pastStatus(type as MessageType),
			attempts: 0,
			error: null,
			createdAt,
		}),
	);
}

function authorOf(type: string, contact: Contact, agent: Agent | undefined) {
	const { id, name, email } = type === "inbound" ? contact : agent!;
	const kind = type === "inbound" ? "contact" : "agent";
	return { type: kind, id, name, email } as const;
}
