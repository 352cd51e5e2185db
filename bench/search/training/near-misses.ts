import { analyse } from "@supportdesk/knowledge/domain/text/analyse.ts";
import {
	kindsOf,
	oppositesOf,
} from "@supportdesk/knowledge/domain/text/opposites.ts";
import type { Article } from "../sets.ts";
import { pick, type Random } from "./noise.ts";

const WORD = /[\p{L}\p{N}][\p{L}\p{N}.-]*/gu;
const INFORMATIVE_LENGTH_MIN = 4;

/**
 * A question about another thing than the one that the article is about: with another number, the opposite, another thing
 * of the kind, or another word of the title. Undefined where the question has no such word, or an article is about it.
 */
export function nearMiss(
	text: string,
	article: Article,
	others: readonly Article[],
	foreignWords: readonly string[],
	random: Random,
): string | undefined {
	const inTitle = new Set(analyse(article.title));
	const changes = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
		const [term] = analyse(word).slice(-1);
		if (!term || !inTitle.has(term)) return [];
		const other = replacementOf(word, term, foreignWords, random);
		return other ? [{ at: index, word, other }] : [];
	});
	if (changes.length === 0) return undefined;
	const { at, word, other } = pick(random, changes);
	const wanted = analyse(other).slice(-1)[0];
	const isTaken = others.some(
		({ title }) => wanted !== undefined && analyse(title).includes(wanted),
	);
	if (isTaken) return undefined;
	return `${text.slice(0, at)}${other}${text.slice(at + word.length)}`;
}

function replacementOf(
	word: string,
	term: string,
	foreignWords: readonly string[],
	random: Random,
): string | undefined {
	if (/\d/.test(word))
		return word.replace(/\d(?=\D*$)/, (digit) =>
			String((Number(digit) + 1 + Math.floor(random() * 8)) % 10),
		);
	const contrasts = [...oppositesOf(term), ...kindsOf(term)];
	const others = contrasts.flatMap((one) => one.others).filter(isWord);
	if (others.length > 0) return pick(random, others);
	if (word.length < INFORMATIVE_LENGTH_MIN) return undefined;
	return pick(random, foreignWords);
}

const isWord = (term: string) => /^\p{L}/u.test(term);
