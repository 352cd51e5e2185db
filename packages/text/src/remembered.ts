import { hash } from "node:crypto";

/**
 * Computes something of a text, and returns it again for as long as the text is one of the latest: the same questions and
 * articles are read many times within seconds. What is returned is shared, so callers must not write into it.
 *
 * @param charactersMax longer texts are computed each time: what is made of them may be large.
 */
export function remembered<T>(
	entriesMax: number,
	compute: (text: string) => T,
	charactersMax = Number.POSITIVE_INFINITY,
): (text: string) => T {
	// A Map iterates in insertion order: re-inserting on use makes its first key the least recently used.
	const known = new Map<string, { readonly value: T }>();
	return (text) => {
		if (text.length > charactersMax) return compute(text);
		// Of its hash: a text may be a part of a much longer one, which would stay in memory with it.
		const key = hash("sha256", text, "base64");
		const entry = known.get(key) ?? { value: compute(text) };
		known.delete(key);
		known.set(key, entry);
		if (known.size > entriesMax)
			known.delete(known.keys().next().value as string);
		return entry.value;
	};
}
