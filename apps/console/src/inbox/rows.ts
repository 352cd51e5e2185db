import {
	ApiError,
	type Conversation,
	type Message,
	type Ticket,
} from "@supportdesk/client";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { isInList, type ListQuery } from "./views.ts";

/** What a line of the inbox shows: much less than a conversation, because there can be 100,000. */
export interface Row {
	readonly id: string;
	readonly subject: string;
	readonly contact: string;
	readonly contactId: string;
	readonly status: Ticket["status"];
	readonly priority: Ticket["priority"];
	readonly assignee: string | null;
	readonly assigneeId: string | null;
	readonly tags: readonly string[];
	readonly sentiment: Ticket["ai"]["sentiment"];
	readonly draftReady: boolean;
	readonly waitingSince: string | null;
	readonly at: string;
	/** It would not be in the list any more; it stays until the list is read again, so that nothing jumps. */
	readonly left?: boolean;
}

export interface RowPage {
	readonly rows: readonly Row[];
	readonly cursor: string | null;
}

const PAGE_ROWS = 50;

export const rows = (query: ListQuery) =>
	infiniteQueryOptions({
		queryKey: ["inbox", query],
		queryFn: async ({ pageParam, signal }): Promise<RowPage> => {
			const page = await desk.conversations
				.list(
					{ ...query, limit: PAGE_ROWS, cursor: pageParam || undefined },
					{ signal },
				)
				.page();
			return { rows: page.data.map(toRow), cursor: page.next_cursor };
		},
		initialPageParam: "",
		getNextPageParam: ({ cursor }) => cursor,
	});

/** Whether a search had nothing to find: a quotation mark that a phrase begins with, or only words to leave out. */
export function isWithoutWord(error: unknown): boolean {
	return error instanceof ApiError && error.param === "q";
}

export function toRow(conversation: Conversation): Row {
	const { id, subject, status, priority, ai } = conversation;
	return {
		id,
		subject,
		contact: conversation.contact.name,
		contactId: conversation.contact.id,
		status,
		priority,
		assignee: conversation.assignee?.name ?? null,
		assigneeId: conversation.assignee?.id ?? null,
		tags: conversation.tags,
		sentiment: ai.sentiment,
		draftReady: ai.draft_ready,
		waitingSince: conversation.waiting_since,
		at: conversation.last_message_at,
	};
}

/** Changes a row wherever it is listed. Rows that stay are the same objects, so they are not drawn again. */
export function changeRow(
	id: string,
	change: (row: Row, list: ListQuery) => Row,
): void {
	for (const { queryKey } of queryClient
		.getQueryCache()
		.findAll({ queryKey: ["inbox"] })) {
		const list = queryKey[1] as ListQuery;
		queryClient.setQueryData<{ pages: RowPage[]; pageParams: unknown[] }>(
			queryKey,
			(data) => {
				if (!data) return data;
				const index = data.pages.findIndex(({ rows }) =>
					rows.some((row) => row.id === id),
				);
				if (index < 0) return data;
				const pages = data.pages.with(index, {
					...data.pages[index]!,
					rows: data.pages[index]!.rows.map((row) =>
						row.id === id ? change(row, list) : row,
					),
				});
				return { ...data, pages };
			},
		);
	}
}

/** The rows of a contact's tickets, each once. */
export function rowsOf(contactId: string): Iterable<Row> {
	const found = new Map<string, Row>();
	for (const row of allRows())
		if (row.contactId === contactId) found.set(row.id, row);
	return found.values();
}

/** Every row that is listed somewhere. */
export function allRows(): Row[] {
	return queryClient
		.getQueriesData<{ pages: RowPage[] }>({ queryKey: ["inbox"] })
		.flatMap(([, data]) => data?.pages.flatMap(({ rows }) => rows) ?? []);
}

/** Shows a changed ticket in every list, and marks it where it does not belong any more. */
export function showTicket(ticket: Ticket): void {
	changeRow(ticket.id, (row, list) => {
		const shown = { waiting_since: row.waitingSince, ...ticket };
		return {
			...mergeTicket(row, ticket),
			left: isInList(list, shown) === false,
		};
	});
}

/** Reads a ticket of which only the desk knows what it is now, and shows it. */
export async function readTicket(id: string): Promise<Ticket | undefined> {
	const ticket = await desk.tickets.get(id).catch(() => undefined);
	if (ticket) showTicket(ticket);
	return ticket;
}

/** Marks a ticket that no list has any more. */
export function showDeleted(id: string): void {
	changeRow(id, (row) => ({ ...row, left: true }));
}

function mergeTicket(row: Row, ticket: Ticket): Row {
	return {
		...row,
		subject: ticket.subject,
		contact: ticket.contact.name,
		contactId: ticket.contact.id,
		status: ticket.status,
		priority: ticket.priority,
		assignee: ticket.assignee?.name ?? null,
		assigneeId: ticket.assignee?.id ?? null,
		tags: ticket.tags,
		sentiment: ticket.ai.sentiment,
		draftReady: ticket.ai.draft_ready,
	};
}

/** Shows in every list that a ticket has got a message: since when, and whether its customer waits for an answer. */
export function showMessage(
	ticketId: string,
	{ type, created_at: at }: Pick<Message, "type" | "created_at">,
): void {
	changeRow(ticketId, (row, list) => {
		if (at < row.at) return row;
		const waits = { inbound: row.waitingSince ?? at, outbound: null };
		const waitingSince = type === "note" ? row.waitingSince : waits[type];
		const left = row.left || (!!list.waiting && waitingSince === null);
		return { ...row, at, waitingSince, left };
	});
}

/** Whether any list has the ticket. */
export function isListed(query: ListQuery, id: string): boolean {
	const data = queryClient.getQueryData(rows(query).queryKey);
	return !!data?.pages.some(({ rows }) => rows.some((row) => row.id === id));
}

/** Whether a list of those who wait does not have the ticket, or as one that has left it. */
export function isMissedWhereWaiting(id: string): boolean {
	return queryClient
		.getQueriesData<{ pages: RowPage[] }>({ queryKey: ["inbox"] })
		.some(
			([[, list], data]) =>
				(list as ListQuery).waiting &&
				!data?.pages.some(({ rows }) =>
					rows.some((row) => row.id === id && !row.left),
				),
		);
}
