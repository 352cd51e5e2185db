import type { Conversation, Ticket } from "@supportdesk/client";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { isInList, type ListQuery } from "./views.ts";

/** What a line of the inbox shows: much less than a conversation, because there can be 100,000. */
export interface Row {
	readonly id: string;
	readonly subject: string;
	readonly contact: string;
	readonly status: Ticket["status"];
	readonly priority: Ticket["priority"];
	readonly assignee: string | null;
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

export function toRow(conversation: Conversation): Row {
	const { id, subject, status, priority, ai } = conversation;
	return {
		id,
		subject,
		contact: conversation.contact.name,
		status,
		priority,
		assignee: conversation.assignee?.name ?? null,
		tags: conversation.tags,
		sentiment: ai.sentiment,
		draftReady: ai.draft_ready,
		waitingSince: conversation.waiting_since,
		at: conversation.last_message_at,
	};
}

/** Changes a row wherever it is listed. Rows that stay are the same objects, so they are not drawn again. */
export function changeRow(id: string, change: (row: Row) => Row): void {
	queryClient.setQueriesData<{ pages: RowPage[]; pageParams: unknown[] }>(
		{ queryKey: ["inbox"] },
		(data) => {
			if (!data) return data;
			const index = data.pages.findIndex(({ rows }) =>
				rows.some((row) => row.id === id),
			);
			if (index < 0) return data;
			const pages = data.pages.with(index, {
				...data.pages[index]!,
				rows: data.pages[index]!.rows.map((row) =>
					row.id === id ? change(row) : row,
				),
			});
			return { ...data, pages };
		},
	);
}

/** Shows a changed ticket in every list, and marks it where it does not belong any more. */
export function showTicket(ticket: Ticket): void {
	for (const query of queryClient
		.getQueryCache()
		.findAll({ queryKey: ["inbox"] })) {
		const list = query.queryKey[1] as ListQuery;
		const left = isInList(list, ticket) === false;
		queryClient.setQueryData<{ pages: RowPage[]; pageParams: unknown[] }>(
			query.queryKey,
			(data) =>
				data && { ...data, pages: changePages(data.pages, ticket, left) },
		);
	}
}

function changePages(
	pages: RowPage[],
	ticket: Ticket,
	left: boolean,
): RowPage[] {
	return pages.map((page) => {
		if (!page.rows.some(({ id }) => id === ticket.id)) return page;
		const rows = page.rows.map((row) =>
			row.id === ticket.id ? { ...mergeTicket(row, ticket), left } : row,
		);
		return { ...page, rows };
	});
}

function mergeTicket(row: Row, ticket: Ticket): Row {
	return {
		...row,
		subject: ticket.subject,
		contact: ticket.contact.name,
		status: ticket.status,
		priority: ticket.priority,
		assignee: ticket.assignee?.name ?? null,
		tags: ticket.tags,
		sentiment: ticket.ai.sentiment,
		draftReady: ticket.ai.draft_ready,
	};
}

/** Whether any list has the ticket. */
export function isListed(query: ListQuery, id: string): boolean {
	const data = queryClient.getQueryData(rows(query).queryKey);
	return !!data?.pages.some(({ rows }) => rows.some((row) => row.id === id));
}
