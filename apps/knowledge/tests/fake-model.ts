import type { AiApi } from "@supportdesk/rpc/service-api.ts";
import { analyse } from "../src/domain/text/analyse.ts";

const DIMENSIONS = 256;

/** A model that is available, unavailable, or another one. */
export interface FakeModel {
	readonly ai: AiApi;
	isUnavailable: boolean;
	encoder: string;
	/** Empty while it reads Latin letters only. Any other gives texts of Thai alone the zero vector. */
	version: string;
}

/**
 * Texts that share words are alike, and, as for the real ones, texts of other scripts. Two words in some 250 have the
 * same hash and count as one word: a test that needs unlike texts names words that have not ("bitcoin" and "saddle" are
 * one word). Replaces the model; everything else in these tests is real.
 */
export function fakeModel(): FakeModel {
	const model = { isUnavailable: false, encoder: "fake-1", version: "" };
	const embed: AiApi["embed"] = async ({ texts }) => {
		if (model.isUnavailable) throw new Error("unavailable");
		const vectors = new Float32Array(texts.length * DIMENSIONS);
		for (const [i, text] of texts.entries()) {
			if (model.version && /^[\p{Script=Thai}\P{L}]+$/u.test(text)) continue;
			const vector = vectors.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
			const isForeign = !model.version && !/\p{Script=Latin}/u.test(text);
			for (const term of isForeign ? ["foreign"] : analyse(text)) {
				let hash = 7;
				for (const letter of term)
					hash = (hash * 31 + letter.codePointAt(0)!) >>> 0;
				vector[hash % DIMENSIONS]! += 1;
			}
			const length = Math.hypot(...vector) || 1;
			for (let j = 0; j < DIMENSIONS; j++) vector[j]! /= length;
		}
		return {
			encoder: model.encoder,
			version: model.version,
			dimensions: DIMENSIONS,
			vectors: Buffer.from(vectors.buffer),
		};
	};
	// No other method is called by this service.
	return Object.assign(model, { ai: { embed } as unknown as AiApi });
}
