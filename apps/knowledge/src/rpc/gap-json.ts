import type { Gap } from "../domain/gap.ts";

/** The API's knowledge gap object. */
export function gapJson(gap: Gap): string {
	return JSON.stringify(gapObject(gap));
}

/**
 * The same for events: without the words of customers, which events would keep for as long as they are kept, after the
 * erasure of the contact or the ticket that they came from.
 */
export function gapEventJson(gap: Gap): string {
	const { topic, example_queries, ...rest } = gapObject(gap);
	return JSON.stringify(rest);
}

function gapObject(gap: Gap) {
	return {
		id: gap.id,
		topic: gap.topic,
		frequency: gap.frequency,
		status: gap.status,
		example_queries: gap.exampleQueries,
		ticket_ids: gap.ticketIds,
		first_seen_at: gap.firstSeenAt,
		last_seen_at: gap.lastSeenAt,
		resolved_by_article_id: gap.resolvedByArticleId,
		created_at: gap.createdAt,
		updated_at: gap.updatedAt,
	};
}
