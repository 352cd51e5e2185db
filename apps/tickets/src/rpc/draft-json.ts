import { type Draft, isStale, readSentences } from "../domain/draft.ts";

/** The API's AI draft object. */
export function draftJson(draft: Draft, lastInboundId: string): string {
	return JSON.stringify({
		id: draft.id,
		conversation_id: draft.ticketId,
		in_reply_to: draft.inReplyTo,
		body: draft.body,
		status: draft.status,
		stale: isStale(draft, lastInboundId),
		confidence: draft.confidence,
		sources: JSON.parse(draft.sourcesJson) as unknown,
		sentences: readSentences(draft.sentencesJson),
		generated_by: draft.generatedBy,
		created_at: draft.createdAt,
		updated_at: draft.updatedAt,
	});
}
