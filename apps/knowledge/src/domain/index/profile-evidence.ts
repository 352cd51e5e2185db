import type { Evidence } from "../ranking/evidence.ts";
import { sketchOf } from "../text/sketch.ts";
import { type Embedding, similaritiesOf } from "./embeddings.ts";
import { type Profile, titleCodesOf } from "./profile.ts";
import { FORGIVEN_WEIGHT, Vocabulary } from "./spelling.ts";

/** The evidence for an article, read from its profile instead of an index. */
export function evidenceFrom(
	articleId: string,
	profile: Profile,
	terms: readonly string[],
	/** Of each term: whether no article of the workspace holds it as it is written. */
	isUnknown: readonly boolean[],
	embedding: Embedding | undefined,
): Evidence {
	const vocabulary = isUnknown.includes(true)
		? new Vocabulary(profile.terms)
		: undefined;
	const positions = new Map(profile.terms.map((term, i) => [term, i]));
	const titleCounts = new Float32Array(terms.length);
	const bodyCounts = new Float32Array(terms.length);
	for (const [i, term] of terms.entries()) {
		const spellings =
			isUnknown[i] && vocabulary ? vocabulary.spellingsOf(term) : [term];
		const weight = isUnknown[i] ? FORGIVEN_WEIGHT : 1;
		for (const spelling of spellings) {
			const at = positions.get(spelling);
			if (at === undefined) continue;
			titleCounts[i]! += profile.titleCounts[at]! * weight;
			bodyCounts[i]! += profile.bodyCounts[at]! * weight;
		}
	}
	return {
		articleId,
		titleCodes: titleCodesOf(profile),
		placeOf: (term) => {
			const at = positions.get(term);
			if (at === undefined) return 0;
			return profile.titleCounts[at]! > 0 ? 2 : 1;
		},
		titleCounts,
		bodyCounts,
		titleLength: profile.titleLength,
		bodyLength: profile.bodyLength,
		sketch: sketchOf(profile.terms),
		...similaritiesOf(profile, embedding),
	};
}
