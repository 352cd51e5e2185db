import type { EncodedDirection, KnownWordings } from "./known-wordings.ts";
import { isRegroupDue } from "./regroup-due.ts";

/** A question that no article answers, as it is counted. */
export interface AskedWording {
	readonly text: string;
	readonly key: string;
	readonly meaning: EncodedDirection | undefined;
	/** Of a draft's question; a search has none. */
	readonly ticketId: string | undefined;
	/** When no article answered it. */
	readonly missedAt: Date;
}

/** What is known of the wordings that are to be counted. */
export interface Before {
	/** What new wordings are compared with, in which those that are counted are remembered. */
	readonly wordings: KnownWordings;
	/** How many of them came since the gaps were put together anew. */
	readonly newCount: number;
	/** The gaps of the wordings that were asked before, by their keys. */
	readonly gapIds: ReadonlyMap<string, string>;
	/** The gaps that a ticket was counted for, by its id. */
	readonly ticketGapIds: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface CountedWording {
	readonly gapId: string;
	readonly asked: AskedWording;
	count: number;
}

export interface CountedGap {
	/** The wording that stands for the others, if the gap is new. */
	readonly topic: string | undefined;
	count: number;
}

/** What is to be written. */
export interface Counts {
	readonly gaps: ReadonlyMap<string, CountedGap>;
	readonly wordings: readonly CountedWording[];
	readonly tickets: readonly {
		readonly ticketId: string;
		readonly key: string;
	}[];
	/** Gaps that tickets have missed again which were counted for them before. */
	readonly missedAgain: ReadonlySet<string>;
	/** How many of the wordings are new. */
	readonly newCount: number;
	readonly isRegroupDue: boolean;
}

/** Counts each search once, and each ticket once for each gap: one after the other, as if they had come so. */
export function planCounts(
	misses: readonly AskedWording[],
	{ wordings, newCount, ...before }: Before,
	newGapId: () => string,
): Counts {
	const gapIds = new Map(before.gapIds);
	const gaps = new Map<string, CountedGap>();
	const counted = new Map<string, CountedWording>();
	const tickets = new Map<string, { ticketId: string; key: string }>();
	const missedAgain = new Set<string>();
	let added = 0;
	for (const asked of misses) {
		const { key, text, ticketId } = asked;
		const found = gapIds.get(key) ?? wordings.gapFor(key, asked.meaning);
		const gapId = found ?? newGapId();
		const ticket = `${ticketId} ${gapId}`;
		if (ticketId !== undefined) {
			if (tickets.has(ticket)) continue;
			if (before.ticketGapIds.get(ticketId)?.has(gapId)) {
				missedAgain.add(gapId);
				continue;
			}
			tickets.set(ticket, { ticketId, key });
		}
		if (!gapIds.has(key)) {
			gapIds.set(key, gapId);
			added++;
			remember(wordings, gapId, asked);
		}
		const topic = found === undefined ? text : undefined;
		count(gaps, gapId, { topic });
		count(counted, key, { gapId, asked });
	}
	return {
		gaps,
		wordings: [...counted.values()],
		tickets: [...tickets.values()],
		missedAgain,
		newCount: added,
		isRegroupDue: added > 0 && isRegroupDue(newCount + added, wordings.size),
	};
}

function remember(
	wordings: KnownWordings,
	gapId: string,
	{ key, meaning }: AskedWording,
): void {
	const { encoder, direction } = meaning ?? {};
	wordings.add({ gapId, key, encoder, direction });
}

function count<T extends object>(
	counts: Map<string, T & { count: number }>,
	key: string,
	what: T,
): void {
	const known = counts.get(key);
	if (known) known.count++;
	else counts.set(key, { ...what, count: 1 });
}
