import { plainText } from "@supportdesk/markdown/plain-text.ts";
import { splitPassages } from "./passages.ts";
import { analyse } from "./text/analyse.ts";

const EXCERPT_LENGTH_MAX = 300; // promised by the API

/** The passages of an article; the ranking refers to their positions. */
export function passagesOf(body: string): string[] {
	return splitPassages(plainText(body));
}

function termsIn(text: string, question: ReadonlySet<string>): string[] {
	return analyse(text).filter((term) => question.has(term));
}

/** Counts each question term once: an excerpt with three of them is better than one with the same one three times. */
function termsSaid(text: string, question: ReadonlySet<string>): number {
	return new Set(termsIn(text, question)).size;
}

/** The passages of an article, best first: by embedding where it is known, else by the question's words. */
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
	const pieces = piecesOf(passage).map((piece) => ({
		...piece,
		terms: termsIn(piece.text, question),
	}));
	const windows = pieces.map((_, from) => windowAt(pieces, from));
	const mostSaid = Math.max(...windows.map(({ said }) => said));
	if (mostSaid === 0) return windows[0]!.text;
	const best = windows.filter(({ said }) => said === mostSaid);
	// The one in the middle has context before and after the match.
	return best[best.length >> 1]!.text;
}

/** A sentence with the space behind it, or a part of a long one. */
interface Piece {
	readonly text: string;
	readonly begins: boolean;
	readonly ends: boolean;
}

const CUT_MARK = "…";
const WHOLE_LENGTH_MAX = EXCERPT_LENGTH_MAX - 2 * CUT_MARK.length;
/** Some words, or characters where there are no words; never half of one. */
const PART = /.{1,60}(?: |$)|.{1,60}/gsu;

function piecesOf(passage: string): Piece[] {
	return passage.split(/(?<=[.!?:;] )/).flatMap((sentence) => {
		const parts =
			sentence.length <= WHOLE_LENGTH_MAX
				? [sentence]
				: (sentence.match(PART) ?? []);
		return parts.map((text, i) => ({
			text,
			begins: i === 0,
			ends: i === parts.length - 1,
		}));
	});
}

/** The pieces from one on that fit, and how many of the question's terms they contain. */
function windowAt(
	pieces: readonly (Piece & { readonly terms: readonly string[] })[],
	from: number,
): { text: string; said: number } {
	let text = "";
	let last = pieces[from]!;
	const said = new Set<string>();
	for (let i = from; i < pieces.length; i++) {
		const piece = pieces[i]!;
		const longer = text + piece.text;
		if (longer.trimEnd().length > WHOLE_LENGTH_MAX) break;
		[text, last] = [longer, piece];
		for (const term of piece.terms) said.add(term);
	}
	const before = pieces[from]!.begins ? "" : CUT_MARK;
	const after = last.ends ? "" : CUT_MARK;
	return { text: before + text.trim() + after, said: said.size };
}
