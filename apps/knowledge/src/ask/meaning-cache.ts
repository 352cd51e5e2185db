import type { Meaning } from "../domain/index/meanings.ts";

const QUESTIONS_MAX = 1_000; // 1.5 MB of vectors
/** After it the AI service is asked again: it may have another encoder by now. */
const KEPT_MS = 60_000;

/** The meanings of the questions asked last: many are asked again and again, letter for letter. */
export interface MeaningCache {
	get(text: string): Meaning | undefined;
	set(text: string, meaning: Meaning): void;
}

export function createMeaningCache(nowMs: () => number): MeaningCache {
	// A Map iterates in insertion order: its first key is the one set longest ago.
	const known = new Map<string, { meaning: Meaning; untilMs: number }>();
	return {
		get(text) {
			const entry = known.get(text);
			return entry && nowMs() < entry.untilMs ? entry.meaning : undefined;
		},
		set(text, meaning) {
			known.delete(text);
			known.set(text, { meaning, untilMs: nowMs() + KEPT_MS });
			if (known.size > QUESTIONS_MAX)
				known.delete(known.keys().next().value as string);
		},
	};
}
