import { remembered } from "@supportdesk/text/remembered.ts";
import type { InstantEncoder } from "../encoder/encoder.ts";
import { articleUnits } from "./article-units.ts";
import type { DraftSource, DraftWriter, Sentence } from "./draft.ts";
import { draftConfidence, mayAnswer } from "./draft-confidence.ts";
import { type FoundAnswer, findAnswer } from "./find-answer.ts";
import { frame, frameSentences } from "./frame.ts";
import { looksLikeInstruction } from "./instruction-like.ts";
import { isAnswerable, languageOfAnswer } from "./language.ts";
import { layOut, type Quote } from "./lay-out.ts";
import { answerFromTable, namesAnotherCode, notesOn } from "./table-answer.ts";
import { verdictQuote, verdictQuoteOfRows } from "./verdict.ts";
import { asksTheSame, saysVerdict, withoutVerdict } from "./yes-or-no.ts";

/** The generator's name in drafts of this writer. */
export const EXTRACTIVE = "extractive";

/** 5 MB of vectors: the passages of one article are compared with many questions. */
const VECTORS_MAX = 5_000;
/** Of the articles read last, unless they are manuals. */
const ARTICLES_MAX = 100;
const ARTICLE_CHARACTERS_MAX = 20_000;

const unitsOf = remembered(ARTICLES_MAX, articleUnits, ARTICLE_CHARACTERS_MAX);

/**
 * Writes drafts that only quote: the part of the best article that answers the question, between a fixed greeting
 * and closing. Nothing a customer wrote but the contact's name can enter.
 */
export function extractiveWriter(instant: InstantEncoder): DraftWriter {
	const encoder = {
		...instant,
		embedNow: remembered(VECTORS_MAX, instant.embedNow),
	};
	return async ({ question, contactName, sources }) => {
		for (const source of sources) {
			const { articleId, title, relevanceScore } = source;
			const found = answerIn(question, source, encoder);
			if (!found) continue;
			const language = languageOfAnswer(question, title, found.units);
			const quotes = quotesOf(question, title, found, language);
			const sentences = quotes.map(
				({ text, start, end }): Sentence => ({
					text,
					sources: [{ articleId, start, end }],
					isFrame: false,
				}),
			);
			const facts = { contactName, language, titles: [title] };
			return {
				body: frame(facts, layOut(quotes)),
				sentences: frameSentences(facts, sentences),
				confidence: draftConfidence(relevanceScore, found),
				sourceArticleIds: [articleId],
				generatedBy: EXTRACTIVE,
			};
		}
		return undefined;
	};
}

/** Where an article answers; undefined if it does not, is in another language, or is quoted by a title that addresses a model. */
export function answerIn(
	question: string,
	{ title, body }: DraftSource,
	encoder: InstantEncoder,
): FoundAnswer | undefined {
	if (looksLikeInstruction(title)) return undefined;
	if (!isAnswerable(question, title, body)) return undefined;
	const units = unitsOf(body);
	if (namesAnotherCode(question, units)) return undefined;
	const found = findAnswer(question, title, units, encoder);
	if (!found || !mayAnswer(found)) return undefined;
	return withFittingVerdict(question, title, found);
}

/** Without the yes or no that it begins with, where the customer asks for another one. Undefined if nothing else is said. */
function withFittingVerdict(
	question: string,
	title: string,
	found: FoundAnswer,
): FoundAnswer | undefined {
	const [first, ...others] = found.units;
	if (!first || !saysVerdict(first.text)) return found;
	const language = languageOfAnswer(question, title, found.units);
	if (asksTheSame(question, language, `${title} ${found.subject}`))
		return found;
	const text = withoutVerdict(first.text);
	if (text === "")
		return others.length > 0 ? { ...found, units: others } : undefined;
	const start = first.end - [...text].length;
	return { ...found, units: [{ ...first, text, start }, ...others] };
}

/** The answer as it is quoted: yes or no first where that is decided, and of a table only the rows that answer, with notes on them. */
function quotesOf(
	question: string,
	title: string,
	found: FoundAnswer,
	language: string | undefined,
): Quote[] {
	if (!found.isTable) {
		const verdict = verdictQuote(question, found, language);
		return verdict ? [verdict, ...found.units] : [...found.units];
	}
	const rows = answerFromTable(question, found.units, language);
	const quotes = rows.map(({ row, text }): Quote => ({ ...row, text }));
	const notes = notesOn(question, rows, found, title);
	// A note may take back what a cell says.
	if (notes.length > 0) return [...quotes, ...notes];
	const verdict = verdictQuoteOfRows(question, rows, language);
	return verdict ? [verdict, ...quotes] : quotes;
}
