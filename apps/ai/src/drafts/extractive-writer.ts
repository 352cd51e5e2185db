import type { InstantEncoder } from "../encoder/encoder.ts";
import { articleUnits } from "./article-units.ts";
import type { DraftSource, DraftWriter, Sentence } from "./draft.ts";
import { draftConfidence, mayAnswer } from "./draft-confidence.ts";
import { type FoundAnswer, findAnswer } from "./find-answer.ts";
import { frame, frameSentences } from "./frame.ts";
import { phrasesOf } from "./frame-phrases.ts";
import { looksLikeInstruction } from "./instruction-like.ts";
import { isAnswerable, languageOfAnswer } from "./language.ts";
import { layOut, type Quote } from "./lay-out.ts";
import { answerFromTable, verdictOfRow } from "./table-answer.ts";
import { saysVerdict, type Verdict, verdictOn } from "./yes-or-no.ts";

/** The generator's name in drafts of this writer. */
export const EXTRACTIVE = "extractive";

/**
 * Writes drafts that only quote: the part of the best article that answers the question, between a fixed greeting
 * and closing. Nothing a customer wrote but the contact's name can enter.
 */
export function extractiveWriter(encoder: InstantEncoder): DraftWriter {
	return async ({ question, contactName, sources }) => {
		for (const source of sources) {
			const { articleId, title, relevanceScore } = source;
			const found = answerIn(question, source, encoder);
			if (!found) continue;
			const language = languageOfAnswer(question, title, found.units);
			const quotes = quotesOf(question, found, language);
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
	const found = findAnswer(question, title, articleUnits(body), encoder);
	return found && mayAnswer(found) ? found : undefined;
}

/** The answer as it is quoted: yes or no first where that is decided, and of a table only the rows that answer. */
function quotesOf(
	question: string,
	found: FoundAnswer,
	language: string | undefined,
): Quote[] {
	if (!found.isTable) return textQuotes(question, found, language);
	const rows = answerFromTable(question, found.units, language);
	const quotes = rows.map(({ row, text }): Quote => ({ ...row, text }));
	const [first] = rows;
	const [only] = rows.length === 1 ? rows : [];
	const verdict = only && verdictOfRow(question, only.row, language);
	return verdict && first
		? [said(verdict, quotes[0]!, language), ...quotes]
		: quotes;
}

function textQuotes(
	question: string,
	{ units, subject }: FoundAnswer,
	language: string | undefined,
): Quote[] {
	const statements = units.map(({ text }) => ({ text, context: subject }));
	if (saysVerdict(units[0]!.text)) return [...units];
	const decided = verdictOn(question, language, statements);
	if (!decided) return [...units];
	return [said(decided.verdict, units[decided.at]!, language), ...units];
}

/** Yes or no as a sentence that rests on the one that decides it. */
function said(
	verdict: Verdict,
	{ block, start, end }: Quote,
	language: string | undefined,
): Quote {
	const phrases = phrasesOf(language);
	return { text: phrases[verdict], kind: "sentence", block, start, end };
}
