import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { reportProgress } from "../progress.ts";

const BATCH = 32;

/** Encodes many texts, each distinct one once. */
export async function encodeAll(
	encoder: Encoder,
	texts: Iterable<string>,
): Promise<Map<string, Float32Array>> {
	const distinct = [...new Set(texts)].sort((a, b) => a.length - b.length);
	const vectors = new Map<string, Float32Array>();
	const onProgress = reportProgress(`${encoder.name} encodes`);
	for (let i = 0; i < distinct.length; i += BATCH) {
		const batch = distinct.slice(i, i + BATCH);
		const encoded = await encoder.embed(batch);
		for (const [j, text] of batch.entries()) vectors.set(text, encoded[j]!);
		onProgress(i + batch.length, distinct.length);
	}
	return vectors;
}
