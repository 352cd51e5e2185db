import { isMark } from "../domain/text/opposites.ts";
import type { EngineArticle } from "./search-engine.ts";

/**
 * Vectors of every encoder are filled up with zeros to this length, which changes no cosine, so that the server holds
 * them all under one embedder: it takes another one only for an index without documents.
 */
export const DIMENSIONS = 384;
/** The name under which the server keeps the vectors. */
export const EMBEDDER = "meaning";

/**
 * The server's documents of an article: one with all its words, which counts the articles that contain a word and
 * combines words of different passages, and one for the embedding of each passage, because the server
 * finds the nearest vectors through one list for each position of a vector in its document.
 */
export interface Document {
	readonly id: string;
	readonly article_id: string;
	readonly workspace_id: string;
	readonly tags: readonly string[];
	/** 0: the article with its words and its title's vector. */
	readonly passage: number;
	/** Terms, separated by spaces; empty in a passage. */
	readonly title: string;
	readonly body: string;
	/** Encoder of the vector: vectors of two encoders cannot be compared. */
	readonly encoder: string | null;
	readonly _vectors: { readonly [EMBEDDER]: readonly number[] | null };
}

/** The documents of an article: at least the one with its words. */
export function documentsOf(
	workspaceId: string,
	{ id, tags, profile }: EngineArticle,
): Document[] {
	const { encoder, dimensions, vectors } = profile;
	const termsIn = (counts: Uint8Array) =>
		profile.terms
			.filter((term, i) => counts[i]! > 0 && !isMark(term))
			.join(" ");
	const hasEmbedding = encoder !== undefined && dimensions <= DIMENSIONS;
	const vectorCount = hasEmbedding ? vectors.length / dimensions : 0;
	return Array.from({ length: Math.max(1, vectorCount) }, (_, passage) => ({
		id: `${id}-${passage}`,
		article_id: id,
		workspace_id: workspaceId,
		tags,
		passage,
		title: passage === 0 ? termsIn(profile.titleCounts) : "",
		body: passage === 0 ? termsIn(profile.bodyCounts) : "",
		encoder: hasEmbedding ? encoder : null,
		_vectors: {
			[EMBEDDER]: hasEmbedding
				? filledUp(
						vectors.subarray(passage * dimensions, (passage + 1) * dimensions),
					)
				: null,
		},
	}));
}

/** A vector as the server takes it; null for one without a direction, which has no cosine, or too long a one. */
export function filledUp(
	vector: Int8Array | Float32Array,
): readonly number[] | null {
	if (vector.length > DIMENSIONS || vector.every((value) => value === 0))
		return null;
	const full = new Array<number>(DIMENSIONS).fill(0);
	for (let i = 0; i < vector.length; i++) full[i] = vector[i]!;
	return full;
}

/** Passages of earlier, longer versions of articles that have just been written. */
export function filterOfStale(documents: readonly Document[]): string {
	const last = new Map<string, number>();
	for (const { article_id, passage } of documents)
		last.set(article_id, Math.max(passage, last.get(article_id) ?? 0));
	return [...last]
		.map(
			([id, passage]) =>
				`(article_id = ${quoted(id)} AND passage > ${passage})`,
		)
		.join(" OR ");
}

/** A string of the filter language, or a phrase of a query. */
export function quoted(text: string): string {
	return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
