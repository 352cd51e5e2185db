import { readsAsEnglish } from "@supportdesk/text/language-of.ts";
import type { Encoder } from "./encoder.ts";

/**
 * English texts by one encoder, all others by another one, whose vectors lie in the same space: a question finds articles in
 * other languages. A text has the same encoder everywhere, whatever stands beside it.
 */
export function encoderByLanguage(english: Encoder, others: Encoder): Encoder {
	return {
		name: english.name,
		dimensions: english.dimensions,
		version: others.version,
		async embed(texts) {
			const isEnglish = texts.map(readsAsEnglish);
			const [own, foreign] = await Promise.all([
				english.embed(texts.filter((_, i) => isEnglish[i])),
				others.embed(texts.filter((_, i) => !isEnglish[i])),
			]);
			const next = { own: own.values(), foreign: foreign.values() };
			return isEnglish.map(
				(is) => (is ? next.own : next.foreign).next().value as Float32Array,
			);
		},
	};
}
