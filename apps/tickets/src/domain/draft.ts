import { readPlainText } from "./message-body.ts";

export type DraftStatus = "ready" | "approved" | "superseded";

/** A reply written for an agent to approve. */
export interface Draft {
	readonly id: string;
	readonly ticketId: string;
	/** The inbound message it answers. */
	readonly inReplyTo: string;
	readonly body: string;
	readonly status: DraftStatus;
	/** 0 to 100. */
	readonly confidence: number;
	/** JSON text of `[{article_id, title, relevance_score, excerpt}]`. */
	readonly sourcesJson: string;
	readonly generatedBy: string;
	readonly createdAt: string;
	readonly updatedAt: string;
}

/** The draft's words without any HTML, which articles may have in them and stored drafts of earlier versions have. */
export function withoutHtml<T extends Pick<Draft, "body" | "sourcesJson">>(
	draft: T,
): T {
	const sources = JSON.parse(draft.sourcesJson) as { excerpt: string }[];
	return {
		...draft,
		body: readPlainText(draft.body),
		sourcesJson: JSON.stringify(
			sources.map((source) => ({
				...source,
				excerpt: readPlainText(source.excerpt),
			})),
		),
	};
}

/** Whether the customer has written since, so that the draft answers an old question, or the draft was retracted. */
export function isStale(draft: Draft, lastInboundId: string): boolean {
	return draft.inReplyTo !== lastInboundId || draft.status === "superseded";
}
