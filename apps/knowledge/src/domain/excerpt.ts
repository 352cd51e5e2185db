import { splitPassages } from "./passages.ts";
import { analyse } from "./text/analyse.ts";
import { plainText } from "./text/plain-text.ts";

const EXCERPT_LENGTH_MAX = 300; // promised by the API

/** Counts each question term once: an excerpt that says three of them beats one that says one three times. */
function termsSaid(text: string, question: ReadonlySet<string>): number {
	return new Set(analyse(text).filter((term) => question.has(term))).size;
}

/** The passages of an article, best first: by meaning where it is known, else by the question's words. */
export function orderPassages(
	body: string,
	questionTerms: readonly string[],
	best: number | undefined,
): string[] {
	const passages = splitPassages(plainText(body));
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

/** At most 300 characters of a passage around what the question asks: whole sentences where they fit. */
export function excerptOf(
	passage: string,
	questionTerms: readonly string[],
): string {
	if (passage.length <= EXCERPT_LENGTH_MAX) return passage;
	const question = new Set(questionTerms);
	const sentences = passage.split(/(?<=[.!?:;])\s+/);
	let best = "";
	let bestSaid = -1;
	for (let from = 0; from < sentences.length; from++) {
		let window = sentences[from]!;
		for (let next = from + 1; next < sentences.length; next++) {
			const longer = `${window} ${sentences[next]}`;
			if (longer.length > EXCERPT_LENGTH_MAX) break;
			window = longer;
		}
		const said = termsSaid(window, question);
		if (said > bestSaid) [best, bestSaid] = [window, said];
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
