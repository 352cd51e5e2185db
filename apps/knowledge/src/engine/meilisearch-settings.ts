import type { Settings } from "meilisearch";

/**
 * The index holds the terms of our own analysis, so that a word means the same here and in the embedded engine; what
 * Meilisearch adds is finding them, and forgiving typing errors.
 */
export const SETTINGS: Settings = {
	searchableAttributes: ["title", "body"],
	filterableAttributes: ["workspace_id", "tags"],
	displayedAttributes: ["id"],
	// A whole word is asked for, never the beginning of one.
	prefixSearch: "disabled",
	// The same lengths as the embedded engine forgives.
	typoTolerance: { minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 } },
	// How many articles hold a word is read from the number of hits, which is not counted beyond this.
	pagination: { maxTotalHits: 1_000_000 },
};
