import { splitPassages } from "./passages.ts";
import { analyse } from "./text/analyse.ts";
import { plainText } from "./text/plain-text.ts";

const EXCERPT_LENGTH_MAX = 300; // promised by the API

/** The passages of an article, whose places the ranking speaks of. */
export function passagesOf(body: string): string[] {
	return splitPassages(plainText(body));
}

function termsIn(text: string, question: ReadonlySet<string>): string[] {
	return analyse(text).filter((term) => question.has(term));
}

/** Counts each question term once: an excerpt that says three of them beats one that says one three times. */
function termsSaid(text: string, question: ReadonlySet<string>): number {
	return new Set(termsIn(text, question)).size;
}

/** The passages of an article, best first: by meaning where it is known, else by the question's words. */
export function orderPassages(
	passages: readonly string[],
	questionTerms: readonly string[],
	best: number | undefined,
): string[] {
	const question = new Set(questionTerms);
	const said = passages.map((passage) => termsSaid(passage, question));
	const order = passages.map((_, i) => i);
	order.sort((a, b) => {
		if (a === best) return -1;
		if (b === best) return 1;
		return said[b]! - said[a]! || a - b;
	});
	return order.map((i) => passages[i]!);
}

/** The first of {@link orderPassages}; empty for an article without text. */
export function bestPassage(
	passages: readonly string[],
	questionTerms: readonly string[],
	best: number | undefined,
): string {
	const known = best === undefined ? undefined : passages[best];
	return known ?? orderPassages(passages, questionTerms, undefined)[0] ?? "";
}

/** At most 300 characters of a passage around what the question asks: whole sentences where they fit. */
export function excerptOf(
	passage: string,
	questionTerms: readonly string[],
): string {
	if (passage.length <= EXCERPT_LENGTH_MAX) return passage;
	const question = new Set(questionTerms);
	const sentences = passage.split(/(?<=[.!?:;])\s+/);
	const terms = sentences.map((sentence) => termsIn(sentence, question));
	let best = "";
	let bestSaid = -1;
	for (let from = 0; from < sentences.length; from++) {
		let window = sentences[from]!;
		const said = new Set(terms[from]);
		for (let next = from + 1; next < sentences.length; next++) {
			const longer = `${window} ${sentences[next]}`;
			if (longer.length > EXCERPT_LENGTH_MAX) break;
			window = longer;
			for (const term of terms[next]!) said.add(term);
		}
		if (said.size > bestSaid) [best, bestSaid] = [window, said.size];
	}
	return shorten(best);
}

/** Cuts at the end of a word, never through a surrogate pair. */
function shorten(text: string): string {
	if (text.length <= EXCERPT_LENGTH_MAX) return text;
	const cut = text.slice(0, EXCERPT_LENGTH_MAX - 1).toWellFormed();
	const space = cut.lastIndexOf(" ");
	const end = space > EXCERPT_LENGTH_MAX / 2 ? space : cut.length;
	return `${cut.slice(0, end).replace(/\ufffd$/, "")}…`;
}
