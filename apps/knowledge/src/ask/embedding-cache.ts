import type { Embedding } from "../domain/index/embeddings.ts";

const QUESTIONS_MAX = 1_000; // 1.5 MB of vectors
/** After this time the AI service is called again: it may use another encoder by then. */
const KEPT_MS = 60_000;

/** Embeddings of the latest questions: many questions repeat verbatim. */
export interface EmbeddingCache {
	get(text: string): Embedding | undefined;
	set(text: string, embedding: Embedding): void;
}

export function createEmbeddingCache(nowMs: () => number): EmbeddingCache {
	// A Map iterates in insertion order: its first key is the one set longest ago.
	const known = new Map<string, { embedding: Embedding; untilMs: number }>();
	return {
		get(text) {
			const entry = known.get(text);
			return entry && nowMs() < entry.untilMs ? entry.embedding : undefined;
		},
		set(text, embedding) {
			known.delete(text);
			known.set(text, { embedding, untilMs: nowMs() + KEPT_MS });
			if (known.size > QUESTIONS_MAX)
				known.delete(known.keys().next().value as string);
		},
	};
}
