import { setImmediate as turn } from "node:timers/promises";
import type {
	ExportTicketsRequest,
	ExportTicketsResponse,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { Position } from "@supportdesk/paging/cursor.ts";
import { startWalk, type Walk } from "@supportdesk/paging/page.ts";
import { readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Message } from "../domain/message.ts";
import type { Conversation } from "../domain/ticket.ts";
import {
	limitPages,
	selectMessagesBehind,
	selectMessagesOf,
} from "../store/exported-messages.ts";
import { CONVERSATIONS, selectTicketPage } from "../store/ticket-list.ts";
import { searchFor } from "../store/ticket-search.ts";
import type { TicketSort } from "../store/ticket-walk.ts";
import { filterFromProto, readTerms } from "./list-tickets.ts";
import { messageJson } from "./message-json.ts";
import { conversationJson } from "./ticket-json.ts";

// A ticket's creation never changes: a walk along it meets every ticket once, whatever is changed meanwhile.
const SORT: TicketSort = { field: "created_at", direction: "asc" };
const TICKETS_MAX = 50;
const MESSAGES_MAX = 1_000;
/** What one response has, but for its last row. Who reads slowly keeps no more than this in memory. */
const BYTES_MAX = 512 * 1024;
// Rendering more of them at once would hold up other calls.
const TURN_MESSAGES = 100;

/**
 * The next part of an export: some lines, each with the cursor behind it. A ticket of many messages is one line in
 * several parts, whose positions are for the gateway only.
 */
export function exportTickets({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (
		request: ExportTicketsRequest,
		context: CallContext,
	): Promise<ExportTicketsResponse> => {
		const { workspaceId } = context;
		const filter = filterFromProto(request.filter);
		const scope = {
			list: "ticket_export",
			workspaceId,
			sort: "created_at:asc",
			filters: { ...filter },
		};
		const terms = filter.q === undefined ? [] : readTerms(filter.q);
		const walk = startWalk(cursorSecret, scope, TICKETS_MAX, request.cursor);
		const { position } = walk;
		if (position?.memory !== undefined) {
			const [, messages] = await readAll(db, context, [
				limitPages(BYTES_MAX),
				selectMessagesBehind(
					workspaceId,
					position.id,
					readBehind(position.memory),
					MESSAGES_MAX,
				),
			]);
			return continueLine(walk, position, messages);
		}
		const [, , tickets] = await readAll(db, context, [
			searchFor(terms),
			limitPages(BYTES_MAX),
			selectTicketPage(
				CONVERSATIONS,
				workspaceId,
				filter,
				SORT,
				TICKETS_MAX,
				position,
			),
		]);
		if (tickets.length === 0) return lastLine(walk);
		const [, messages] = await readAll(db, context, [
			limitPages(BYTES_MAX),
			selectMessagesOf(
				workspaceId,
				tickets.map(({ id }) => id),
				MESSAGES_MAX,
			),
		]);
		return writeLines(walk, tickets, messages);
	};
}

const positionOf = ({ createdAt, id }: Conversation): Position => ({
	value: createdAt,
	id,
});

/** Where a line is continued: behind this message. */
function behind(position: Position, { createdAt, id }: Message): Position {
	return { ...position, memory: JSON.stringify([createdAt, id]) };
}

function readBehind(memory: string): Position {
	const [value, id] = JSON.parse(memory) as [string, string];
	return { value, id };
}

/** Whether more messages may follow those that were read. */
function isCut(messages: readonly Message[]): boolean {
	let bytes = 0;
	for (const { body, bodyText } of messages)
		bytes += Buffer.byteLength(body) + Buffer.byteLength(bodyText);
	return messages.length >= MESSAGES_MAX || bytes >= BYTES_MAX;
}

/** The lines of the tickets whose messages were all read; of a first one that has more, the beginning of its line. */
async function writeLines(
	walk: Walk,
	tickets: readonly Conversation[],
	messages: readonly Message[],
): Promise<ExportTicketsResponse> {
	const ofTicket = Map.groupBy(messages, ({ ticketId }) => ticketId);
	const cutId = isCut(messages) ? messages.at(-1)!.ticketId : undefined;
	const lines: string[] = [];
	let at: Position | undefined;
	for (const ticket of tickets) {
		const isCutHere = ticket.id === cutId;
		if (isCutHere && at) break;
		const own = ofTicket.get(ticket.id) ?? [];
		const position = positionOf(ticket);
		const shown = await renderMessages(own);
		lines.push(
			`${beginLine(walk, ticket)}${shown}${isCutHere ? "" : LINE_END}`,
		);
		at = isCutHere ? behind(position, own.at(-1)!) : position;
		if (isCutHere) break;
	}
	return { lines: Buffer.from(lines.join("")), nextCursor: walk.cursorOf(at!) };
}

const LINE_END = "]}}\n";

function beginLine(walk: Walk, ticket: Conversation): string {
	const cursor = walk.cursorOf(positionOf(ticket));
	const opened = conversationJson(ticket, "[").slice(0, -1);
	return `{"cursor":"${cursor}","ticket":${opened}`;
}

async function continueLine(
	walk: Walk,
	position: Position,
	messages: readonly Message[],
): Promise<ExportTicketsResponse> {
	const shown = await renderMessages(messages);
	const more = messages.length > 0 ? `,${shown}` : "";
	const { value, id } = position;
	const last = messages.at(-1);
	const isContinued = last !== undefined && isCut(messages);
	return {
		lines: Buffer.from(`${more}${isContinued ? "" : LINE_END}`),
		nextCursor: walk.cursorOf(
			isContinued ? behind({ value, id }, last) : { value, id },
		),
	};
}

/** Says that the export is complete. Its cursor continues with tickets that are created later. */
function lastLine(walk: Walk): ExportTicketsResponse {
	const { position } = walk;
	const cursor = position ? `"${walk.cursorOf(position)}"` : "null";
	return {
		lines: Buffer.from(`{"cursor":${cursor},"done":true}\n`),
		nextCursor: "",
	};
}

async function renderMessages(messages: readonly Message[]): Promise<string> {
	const rendered: string[] = [];
	for (const message of messages) {
		rendered.push(messageJson(message));
		if (rendered.length % TURN_MESSAGES === 0) await turn();
	}
	return rendered.join(",");
}
