import type { KnownPhrasings } from "./known-phrasings.ts";
import type { UnansweredQuery } from "./unanswered-query.ts";

/** The known phrasings and gaps that a batch is counted against. */
export interface Before {
	/** New phrasings are compared with these; counted ones are added. */
	readonly phrasings: KnownPhrasings;
	/** The gaps of the phrasings counted before, by key. */
	readonly gapIds: ReadonlyMap<string, string>;
	/** The gaps that a ticket was counted for, by its id. */
	readonly ticketGapIds: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface CountedPhrasing {
	readonly gapId: string;
	/** The first query in this phrasing that could be encoded, or the first one. */
	query: UnansweredQuery;
	count: number;
	lastSeenAt: Date;
}

export interface CountedGap {
	/** The phrasing that represents the gap, if the gap is new. */
	readonly topic: string | undefined;
	readonly firstSeenAt: Date;
	count: number;
	lastSeenAt: Date;
}

/** A ticket, and the phrasing in which it was counted. */
export interface CountedTicket {
	readonly ticketId: string;
	readonly key: string;
	readonly searchedAt: Date;
}

/** The changes to write. */
export interface Counts {
	readonly gaps: ReadonlyMap<string, CountedGap>;
	readonly phrasings: readonly CountedPhrasing[];
	readonly tickets: readonly CountedTicket[];
	/** Gaps with tickets that were counted before, and searched again without an answer. */
	readonly askedAgain: ReadonlySet<string>;
	/** How many of the phrasings are new. */
	readonly newCount: number;
}

/** Counts each search once, and each ticket once for each gap, in the given order. */
export function planCounts(
	queries: readonly UnansweredQuery[],
	{ phrasings, ...before }: Before,
): Counts {
	const gapIds = new Map(before.gapIds);
	const gaps = new Map<string, CountedGap>();
	const counted = new Map<string, CountedPhrasing>();
	const tickets = new Map<string, CountedTicket>();
	const askedAgain = new Set<string>();
	let newCount = 0;
	for (const query of queries) {
		const { key, text, ticketId, embedding, searchedAt } = query;
		const found = gapIds.get(key) ?? phrasings.gapFor(key, embedding);
		const gapId = found ?? query.id;
		if (ticketId !== undefined) {
			const ticket = `${ticketId} ${gapId}`;
			if (tickets.has(ticket)) continue;
			if (before.ticketGapIds.get(ticketId)?.has(gapId)) {
				askedAgain.add(gapId);
				continue;
			}
			tickets.set(ticket, { ticketId, key, searchedAt });
		}
		if (!gapIds.has(key)) {
			gapIds.set(key, gapId);
			newCount++;
			const { encoder, direction } = embedding ?? {};
			phrasings.add({ gapId, key, encoder, direction });
		}
		const earlier = counted.get(key);
		if (embedding && earlier && !earlier.query.embedding) {
			earlier.query = query;
			phrasings.add({ gapId, key, ...embedding });
		}
		const topic = found === undefined ? text : undefined;
		count(gaps, gapId, searchedAt, { topic, firstSeenAt: searchedAt });
		count(counted, key, searchedAt, { gapId, query });
	}
	return {
		gaps,
		phrasings: [...counted.values()],
		tickets: [...tickets.values()],
		askedAgain,
		newCount,
	};
}

type Counted<T> = T & { count: number; lastSeenAt: Date };

function count<T extends object>(
	counts: Map<string, Counted<T>>,
	key: string,
	seenAt: Date,
	what: T,
): void {
	const known = counts.get(key);
	if (!known) counts.set(key, { ...what, count: 1, lastSeenAt: seenAt });
	else {
		known.count++;
		if (seenAt > known.lastSeenAt) known.lastSeenAt = seenAt;
	}
}
