import {
	type ListTicketsRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import type { Position } from "@supportdesk/paging/cursor.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { lookup } from "@supportdesk/pg/lookup.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { nothingToSearch } from "../domain/errors.ts";
import { readSearchQuery, type SearchTerm } from "../domain/search-query.ts";
import {
	afterPage,
	readSyncPosition,
	type SyncPosition,
	type SyncRow,
	writeSyncPosition,
} from "../domain/sync-position.ts";
import type { Ticket } from "../domain/ticket.ts";
import { PRIORITY_RANK } from "../domain/ticket.ts";
import { NEWEST_FIRST } from "../store/ranked-search.ts";
import {
	CONVERSATIONS,
	type Listed,
	selectSmallTicketPage,
	selectTicketPage,
	selectUnseenPage,
	TICKETS,
	walksWantedRowsOnly,
} from "../store/ticket-list.ts";
import { searchFor, selectIsSearchable } from "../store/ticket-search.ts";
import { SELECT_SNAPSHOT } from "../store/ticket-sync.ts";
import { TICKET_SORTS, type TicketSort } from "../store/ticket-walk.ts";
import { BY_RELEVANCE, listRanked } from "./list-ranked.ts";
import { incomplete, readSearch } from "./read-search.ts";
import { conversationJson, ticketJson } from "./ticket-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:desc" };

export function listTickets({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListTicketsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const filter = filterFromProto(request.filter);
		// Tickets and conversations are one list: a cursor of one continues the other.
		const scope = {
			list: "tickets",
			workspaceId,
			sort: sortText,
			filters: { ...filter },
		};
		const terms = filter.q === undefined ? undefined : readTerms(filter.q);
		const isRanked = terms !== undefined && sortText === BY_RELEVANCE;
		const sort = isRanked ? NEWEST_FIRST : parseSort(TICKET_SORTS, sortText);
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const list = async <T extends Ticket>(
			listed: Listed<T>,
			render: (ticket: T) => string,
		) => {
			if (isSync(sort)) return listUnseen(listed, render);
			if (isRanked) {
				const search = { terms, filter, limit };
				return listRanked(db, context, listed, search, walk, render);
			}
			const args = [
				listed,
				workspaceId,
				filter,
				sort,
				limit,
				walk.position,
			] as const;
			const [isSearchable, tickets] = terms
				? await readSearch(db, context, terms, selectTicketPage(...args))
				: [true, await readPage(db, context, args)];
			const shown = await walk.write(tickets, render, (ticket) => ({
				value: sortValue(ticket, sort),
				id: ticket.id,
			}));
			return page(shown.items, shown.nextCursor, incomplete(isSearchable));
		};
		const listUnseen = async <T extends Ticket>(
			listed: Listed<T>,
			render: (ticket: T) => string,
		) => {
			const seen = seenAt(walk.position);
			const [, [isSearchable], [snapshot], tickets] = await readAll(
				db,
				context,
				[
					searchFor(terms ?? []),
					selectIsSearchable(workspaceId),
					SELECT_SNAPSHOT,
					selectUnseenPage(listed, workspaceId, filter, limit, seen),
				],
			);
			const shown = await walk.write(tickets, render, positionOfRow);
			const count = shown.items.length;
			const hasMore = tickets.length > count;
			const after = afterPage(seen, snapshot!, tickets[count - 1], hasMore);
			const cursor = walk.cursorOf(positionOf(after));
			return page(shown.items, hasMore ? cursor : "", {
				sync_cursor: cursor,
				...incomplete(!terms || isSearchable!),
			});
		};
		return request.view === View.VIEW_CONVERSATION
			? list(CONVERSATIONS, conversationJson)
			: list(TICKETS, ticketJson);
	};
}

/** @throws AppError `invalid_parameter` where there is no word to search for. */
export function readTerms(q: string): readonly SearchTerm[] {
	const terms = readSearchQuery(q);
	if (terms.length === 0) throw nothingToSearch();
	return terms;
}

/** The list that can be continued at any later time. */
function isSync({ field, direction }: TicketSort): boolean {
	return field === "updated_at" && direction === "asc";
}

const positionOfRow = ({ updatedAt, id }: SyncRow): Position => ({
	value: updatedAt,
	id,
});

function positionOf(seen: SyncPosition): Position {
	return { ...positionOfRow(seen[0]!.to), memory: writeSyncPosition(seen) };
}

/** A cursor of an earlier version says where its page ended, but not what was committed by then: all before is seen. */
function seenAt(position: Position | undefined): SyncPosition {
	if (position === undefined) return [];
	const { value, id, memory } = position;
	return memory === undefined
		? [{ to: { updatedAt: value!, id }, snapshot: undefined }]
		: readSyncPosition(memory);
}

/**
 * Nearly every ticket is small. A page that has another one is read again, so that none has more bytes than there may
 * be.
 */
async function readPage<T>(
	db: Pool,
	context: CallContext,
	page: Readonly<Parameters<typeof selectTicketPage<T>>>,
): Promise<readonly T[]> {
	const [, , filter, sort] = page;
	const select = walksWantedRowsOnly(filter, sort) ? lookup : read;
	const rows = await select(db, context, selectSmallTicketPage(...page));
	const tickets = rows.filter((row) => row !== undefined);
	return tickets.length === rows.length
		? tickets
		: select(db, context, selectTicketPage(...page));
}

/** Fields that the request does not have come as undefined; the cursor must not tell them from absent ones. */
export function filterFromProto(filter: ListTicketsRequest["filter"]) {
	const isAddress = filter?.contact?.includes("@");
	return {
		status: filter?.status,
		priority: filter?.priority,
		assignee: filter?.assignee,
		group: filter?.group,
		channel: filter?.channel,
		tag: filter?.tag,
		contact: isAddress ? undefined : filter?.contact,
		contact_email: isAddress ? filter?.contact : undefined,
		mailbox: filter?.mailbox,
		ai_intent: filter?.aiIntent,
		created_after: filter?.createdAfter,
		created_before: filter?.createdBefore,
		updated_after: filter?.updatedAfter,
		updated_before: filter?.updatedBefore,
		waiting: filter?.waiting,
		external_id: filter?.externalId,
		merged_into: filter?.mergedInto,
		q: filter?.q,
	};
}

function sortValue(ticket: Ticket, sort: TicketSort): string | null {
	switch (sort.field) {
		case "created_at":
			return ticket.createdAt;
		case "updated_at":
			return ticket.updatedAt;
		case "resolved_at":
			return ticket.resolvedAt;
		case "priority":
			return String(PRIORITY_RANK[ticket.priority]);
	}
}
