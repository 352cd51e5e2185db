import type { Gap } from "../domain/gap.ts";

/** The API's knowledge gap object. */
export function gapJson(gap: Gap): string {
	return JSON.stringify({
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
	});
}
