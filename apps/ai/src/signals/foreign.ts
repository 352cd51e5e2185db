import type { Encoder } from "../encoder/encoder.ts";
import type { Classifier } from "../learn/classifier.ts";
import { type Evidence, NEAREST_WEIGHT, weigh } from "../learn/classifier.ts";

/**
 * Stands for the words and characters alone: English encoders read other languages letter by letter. A model of this name learns
 * from the seeds in other languages.
 */
export const WORDS: Encoder = {
	name: "words",
	dimensions: 0,
	embed: async (texts) => texts.map(() => NO_EMBEDDING),
};
const NO_EMBEDDING = new Float32Array(0);

/**
 * The evidence in a text that is not English: by its words and, where an encoder reads its language, by the nearest
 * English examples.
 * @param english the classifier of that encoder, if there is one
 */
export function weighForeign(
	words: Classifier,
	english: Classifier | undefined,
	text: string,
	embedding: Float32Array,
): Evidence {
	const { linear } = weigh(words, text, NO_EMBEDDING);
	const near = english && weigh(english, text, embedding).nearest;
	const nearest = Float32Array.from(
		words.labels,
		(label) => near?.[english!.labels.indexOf(label)] ?? 0,
	);
	const total = linear.map((score, k) => score + NEAREST_WEIGHT * nearest[k]!);
	return { linear, nearest, total };
}
