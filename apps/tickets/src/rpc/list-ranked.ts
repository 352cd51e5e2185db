import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Walk } from "@supportdesk/paging/page.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type {
	Place,
	RankedPosition,
	RankedWindow,
} from "../domain/ranked-position.ts";
import type { SearchTerm } from "../domain/search-query.ts";
import type { Ticket } from "../domain/ticket.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";
import { NEWEST_FIRST, selectRanked } from "../store/ranked-search.ts";
import {
	type Listed,
	selectTicketPage,
	selectTicketsInOrder,
} from "../store/ticket-list.ts";
import { incomplete, readSearch } from "./read-search.ts";

export const BY_RELEVANCE = "relevance:desc";

interface Search {
	readonly terms: readonly SearchTerm[];
	readonly filter: TicketFilter;
	readonly limit: number;
}

/** A page of a search by relevance: the newest matches by rank, then the older ones by time. */
export async function listRanked<T extends Ticket>(
	db: Pool,
	context: CallContext,
	listed: Listed<T>,
	{ terms, filter, limit }: Search,
	walk: Walk,
	render: (ticket: T) => string,
): Promise<Rendered> {
	const { workspaceId } = context;
	const position = walk.position && readRankedPosition(walk.position);
	if (position && "beyond" in position) {
		const { createdAt: value, id } = position.beyond;
		const [isSearchable, tickets] = await readSearch(
			db,
			context,
			terms,
			selectTicketPage(listed, workspaceId, filter, NEWEST_FIRST, limit, {
				value,
				id,
			}),
		);
		const shown = await walk.write(tickets, render, positionBeyond);
		return page(shown.items, shown.nextCursor, incomplete(isSearchable));
	}
	const [isSearchable, ranked] = await readSearch(
		db,
		context,
		terms,
		selectRanked(workspaceId, filter, limit, position),
	);
	const window = ranked[0]?.window ?? position?.window;
	const ranks = new Map(ranked.map(({ id, rank }) => [id, rank]));
	const tickets = await read(
		db,
		context,
		selectTicketsInOrder(listed, workspaceId, [...ranks.keys()]),
	);
	const positionOf = ({ id }: { id: string }) =>
		writeRankedPosition({ window: window!, rank: ranks.get(id)!, id });
	const shown = await walk.write(tickets, render, positionOf);
	const endOfPage = () => {
		// A ticket that was deleted meanwhile makes the page shorter.
		if (ranked.length > limit) return walk.cursorOf(positionOf(ranked.at(-1)!));
		return window?.hasOlder ? walk.cursorOf(positionBeyond(window.oldest)) : "";
	};
	const nextCursor = shown.nextCursor || endOfPage();
	return page(shown.items, nextCursor, incomplete(isSearchable));
}

const positionBeyond = ({ createdAt, id }: Place): Position =>
	writeRankedPosition({ beyond: { createdAt, id } });

function writeRankedPosition(position: RankedPosition): Position {
	if ("beyond" in position) {
		const { createdAt, id } = position.beyond;
		return { value: createdAt, id };
	}
	const { rank, id, window } = position;
	return { value: rank, id, memory: JSON.stringify(window) };
}

/** Reads what `writeRankedPosition` wrote. */
function readRankedPosition(position: Position): RankedPosition {
	const { value, id, memory } = position;
	if (memory === undefined) return { beyond: { createdAt: value!, id } };
	return { window: JSON.parse(memory) as RankedWindow, rank: value!, id };
}
