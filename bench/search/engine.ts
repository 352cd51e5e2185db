import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { ArticleIndex } from "@supportdesk/knowledge/domain/index/article-index.ts";
import {
	profileOf,
	textsToEmbed,
	withMeaning,
} from "@supportdesk/knowledge/domain/index/profile.ts";
import {
	meanDirection,
	questionTerms,
	questionTexts,
} from "@supportdesk/knowledge/domain/question.ts";
import type { Findings } from "@supportdesk/knowledge/domain/ranking/evidence.ts";
import { encodeAll } from "./encode.ts";
import type { RetrievalSet } from "./sets.ts";

const CANDIDATES = 50;

/** What an engine found for each question of a set, and how long that took. */
export interface Run {
	readonly findings: readonly Findings[];
	/** Milliseconds a question took in the engine, without its encoding. */
	readonly times: readonly number[];
}

/** Asks the embedded engine every question of a set. */
export async function runEmbedded(
	set: RetrievalSet,
	encoder: Encoder | undefined,
): Promise<Run> {
	const texts = set.articles.map(({ title, body }) =>
		textsToEmbed(title, body),
	);
	const asked = set.questions.map(({ text }) => questionTexts(text));
	const vectors = encoder
		? await encodeAll(encoder, [...texts.flat(), ...asked.flat()])
		: undefined;
	const index = new ArticleIndex();
	for (const [i, { id, title, body }] of set.articles.entries()) {
		const words = profileOf(title, body);
		const profile = vectors
			? withMeaning(
					words,
					encoder!.name,
					texts[i]!.map((text) => vectors.get(text)!),
				)
			: words;
		index.put(id, [], profile);
	}
	const times: number[] = [];
	const findings = set.questions.map(({ text }, i) => {
		const vector =
			vectors && meanDirection(asked[i]!.map((part) => vectors.get(part)!));
		const start = performance.now();
		const found = index.find({
			terms: questionTerms(text),
			meaning: vector && { encoder: encoder!.name, vector },
			tags: [],
			limit: CANDIDATES,
		});
		times.push(performance.now() - start);
		return found;
	});
	return { findings, times };
}
