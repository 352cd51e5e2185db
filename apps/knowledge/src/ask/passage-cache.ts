import { passagesOf } from "../domain/excerpt.ts";

/** Thousands of articles; bodies and passages take two to four times as many bytes. */
const CHARACTERS_MAX = 2_000_000;

/** Splits an article's body into its passages, with a cache: splitting takes longer than finding the article. */
export type SplitBody = (body: string) => readonly string[];

/** Caches the passages of the bodies read last. */
export function createPassageCache(): SplitBody {
	// A Map iterates in insertion order: re-inserting on use makes its first key the least recently used.
	const known = new Map<string, readonly string[]>();
	let characters = 0;

	function forget(): void {
		for (const body of known.keys()) {
			if (characters <= CHARACTERS_MAX) return;
			known.delete(body);
			characters -= body.length;
		}
	}

	return (body) => {
		const passages = known.get(body) ?? passagesOf(body);
		if (!known.delete(body)) characters += body.length;
		known.set(body, passages);
		forget();
		return passages;
	};
}
