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
	/** JSON text of a list of sentences; null for a draft of an earlier version. */
	readonly sentencesJson: string | null;
	readonly generatedBy: string;
	readonly createdAt: string;
	readonly updatedAt: string;
}

/** A sentence of a draft, and what supports it. */
export interface Sentence {
	readonly text: string;
	/** Parts of the texts that articles have for quotes, in Unicode code points. */
	readonly sources: readonly {
		readonly article_id: string;
		readonly start: number;
		readonly end: number;
	}[];
	/** Whether no article supports a sentence that needs one. */
	readonly unsupported: boolean;
}

/** The sentences in the order and form in which the API shows them; PostgreSQL stores their fields in its own. */
export function readSentences(json: string | null): Sentence[] | null {
	if (json === null) return null;
	return (JSON.parse(json) as Sentence[]).map((sentence) => ({
		text: sentence.text,
		sources: sentence.sources.map(({ article_id, start, end }) => ({
			article_id,
			start,
			end,
		})),
		unsupported: sentence.unsupported,
	}));
}

/** The draft's words without any HTML, which articles may have in them and stored drafts of earlier versions have. */
export function withoutHtml<
	T extends Pick<Draft, "body" | "sourcesJson" | "sentencesJson">,
>(draft: T): T {
	const sources = JSON.parse(draft.sourcesJson) as { excerpt: string }[];
	return {
		...draft,
		body: readPlainText(draft.body),
		sentencesJson: sentencesWithoutHtml(draft.sentencesJson),
		sourcesJson: JSON.stringify(
			sources.map((source) => ({
				...source,
				excerpt: readPlainText(source.excerpt),
			})),
		),
	};
}

function sentencesWithoutHtml(json: string | null): string | null {
	const sentences = readSentences(json)
		?.map((sentence) => ({ ...sentence, text: readPlainText(sentence.text) }))
		.filter(({ text }) => text.trim() !== "");
	return sentences ? JSON.stringify(sentences) : null;
}

/** Whether the customer has written since, so that the draft answers an old question, or the draft was retracted. */
export function isStale(draft: Draft, lastInboundId: string): boolean {
	return draft.inReplyTo !== lastInboundId || draft.status === "superseded";
}
