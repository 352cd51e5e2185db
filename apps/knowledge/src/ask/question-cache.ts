import type { IndexQuestion } from "../domain/index/article-index.ts";

/** Twice a thousand questions, with their embeddings and without: 1.5 MB of vectors, and what was found for them. */
const QUESTIONS_MAX = 2_000;
/** After this time the AI service is called again: it may use another encoder by then. */
const KEPT_MS = 60_000;

/** The latest questions as they were read: many repeat verbatim, and engines rank the articles for one of them only once. */
export interface QuestionCache {
	get(key: string): IndexQuestion | undefined;
	set(key: string, question: IndexQuestion): void;
}

export function createQuestionCache(nowMs: () => number): QuestionCache {
	// A Map iterates in insertion order: its first key is the one set longest ago.
	const known = new Map<string, { question: IndexQuestion; untilMs: number }>();
	return {
		get(key) {
			const entry = known.get(key);
			return entry && nowMs() < entry.untilMs ? entry.question : undefined;
		},
		set(key, question) {
			known.delete(key);
			known.set(key, { question, untilMs: nowMs() + KEPT_MS });
			if (known.size > QUESTIONS_MAX)
				known.delete(known.keys().next().value as string);
		},
	};
}
