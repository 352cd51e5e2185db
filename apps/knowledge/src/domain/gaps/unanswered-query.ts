import type { EncodedDirection } from "./known-phrasings.ts";

/** A query that no article answered, before it is counted in a gap. */
export interface UnansweredQuery {
	/** Becomes the id of its gap if it opens one. */
	readonly id: string;
	readonly text: string;
	readonly key: string;
	/** Undefined when it could not be encoded. */
	readonly embedding: EncodedDirection | undefined;
	/** Of a draft's question; a search has none. */
	readonly ticketId: string | undefined;
	readonly searchedAt: Date;
}
