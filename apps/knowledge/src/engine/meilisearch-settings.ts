import type { Settings } from "meilisearch";
import { DIMENSIONS, EMBEDDER } from "./meilisearch-documents.ts";

/** Hits are counted up to this. */
export const HITS_COUNTED_MAX = 1_000_000;

/**
 * The index holds the terms of our own analysis and the vectors of our own encoder, so that a word and an embedding are
 * the same here and in the embedded engine; Meilisearch adds the search for them, and tolerance of typing errors.
 */
export const SETTINGS: Settings = {
	searchableAttributes: ["title", "body"],
	filterableAttributes: [
		"workspace_id",
		"tags",
		"article_id",
		"passage",
		"encoder",
	],
	displayedAttributes: ["article_id"],
	// Queries contain whole words, never prefixes.
	prefixSearch: "disabled",
	// The same lengths as the embedded engine forgives.
	typoTolerance: { minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 } },
	// How many articles hold a word is read from the number of hits.
	pagination: { maxTotalHits: HITS_COUNTED_MAX },
	embedders: { [EMBEDDER]: { source: "userProvided", dimensions: DIMENSIONS } },
};
