import { hash } from "node:crypto";
import type { Encoder } from "./encoder.ts";

/**
 * Caches the vectors of the latest texts, by the hash of the text, and encodes each text of a
 * batch once. Callers share the vectors and must not write into them.
 *
 * @param asRead returns the same for texts that the encoder does not tell apart.
 */
export function cachedEncoder(
	encoder: Encoder,
	entriesMax: number,
	asRead: (text: string) => string = (text) => text,
): Encoder {
	// A Map iterates in insertion order: re-inserting on use makes its first key the least recently used.
	const vectors = new Map<string, Float32Array>();

	function recall(key: string): Float32Array | undefined {
		const vector = vectors.get(key);
		if (vector) {
			vectors.delete(key);
			vectors.set(key, vector);
		}
		return vector;
	}

	function remember(key: string, vector: Float32Array): void {
		vectors.set(key, vector);
		if (vectors.size > entriesMax)
			vectors.delete(vectors.keys().next().value as string);
	}

	return {
		name: encoder.name,
		dimensions: encoder.dimensions,
		version: encoder.version,
		async embed(texts) {
			const keys = texts.map((text) => hash("sha256", asRead(text), "base64"));
			const found = new Map<string, Float32Array>();
			const missing = new Map<string, string>();
			keys.forEach((key, i) => {
				const vector = found.get(key) ?? recall(key);
				if (vector) found.set(key, vector);
				else missing.set(key, texts[i]!);
			});
			const fresh = await encoder.embed([...missing.values()]);
			[...missing.keys()].forEach((key, i) => {
				found.set(key, fresh[i]!);
				remember(key, fresh[i]!);
			});
			return keys.map((key) => found.get(key)!);
		},
	};
}
