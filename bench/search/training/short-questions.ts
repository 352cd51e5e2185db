import { analyse } from "@supportdesk/knowledge/domain/text/analyse.ts";
import type { Article } from "../sets.ts";
import { pick, type Random } from "./noise.ts";
import type { TrainingQuestion } from "./training-set.ts";

const WORD = /\p{L}[\p{L}\p{N}-]*/gu;
const SHARE = 0.4;

/** One or two words of a title, as people type them into a search box; all titles that have them are right. */
export function shortQuestions(
	articles: readonly Article[],
	random: Random,
): TrainingQuestion[] {
	const terms = articles.map(({ title }) => new Set(analyse(title)));
	return articles.flatMap(({ title }) => {
		if (random() > SHARE) return [];
		const words = (title.match(WORD) ?? []).filter(
			(word) => analyse(word).length === 1,
		);
		if (words.length === 0) return [];
		const drawn = new Set([pick(random, words), pick(random, words)]);
		const text = [...drawn].join(" ").toLowerCase();
		const wanted = analyse(text);
		const gold = articles.flatMap(({ id }, i) =>
			wanted.every((term) => terms[i]!.has(term)) ? [id] : [],
		);
		return [{ kind: "one or two words", text, gold }];
	});
}
