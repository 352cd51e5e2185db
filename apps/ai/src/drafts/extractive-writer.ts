import { remembered } from "@supportdesk/text/remembered.ts";
import type { InstantEncoder } from "../encoder/encoder.ts";
import { articleUnits } from "./article-units.ts";
import type { DraftSource, DraftWriter, Sentence } from "./draft.ts";
import {
	draftConfidence,
	mayAnswer,
	togetherRight,
} from "./draft-confidence.ts";
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
 * Writes drafts that only quote: the part of the best article that answers the question, or of each article that answers one of
 * several, between a fixed greeting and closing. Nothing a customer wrote but the contact's name can enter.
 */
export function extractiveWriter(instant: InstantEncoder): DraftWriter {
	const encoder = {
		...instant,
		embedNow: remembered(VECTORS_MAX, instant.embedNow),
	};
	return async ({ question, contactName, sources }) => {
		const answers = answersIn(question, sources, encoder);
		if (answers.length === 0) return undefined;
		const facts = {
			contactName,
			language: answers[0]!.language,
			titles: answers.map(({ source }) => source.title),
		};
		const sentences = answers.flatMap(({ source, quotes }) =>
			quotes.map(({ text, start, end }): Sentence => {
				const { articleId } = source;
				return { text, sources: [{ articleId, start, end }], isFrame: false };
			}),
		);
		const texts = answers.map(({ quotes }) => layOut(quotes));
		return {
			body: frame(facts, texts.join("\n\n")),
			sentences: frameSentences(facts, sentences),
			confidence: togetherRight(answers.map(({ confidence }) => confidence)),
			sourceArticleIds: answers.map(({ source }) => source.articleId),
			generatedBy: EXTRACTIVE,
		};
	};
}

/** What an article answers. */
interface Answer {
	readonly source: DraftSource;
	readonly quotes: readonly Quote[];
	readonly language: string | undefined;
	/** 0 to 100. */
	readonly confidence: number;
}

/** The answers to the questions of a message that asks several, or else the best source's. */
function answersIn(
	question: string,
	sources: readonly DraftSource[],
	encoder: InstantEncoder,
): Answer[] {
	const answerOf = (source: DraftSource): Answer | undefined => {
		const asked = source.question ?? question;
		const found = answerIn(asked, source, encoder);
		if (!found) return undefined;
		const { title, relevanceScore } = source;
		const language = languageOfAnswer(asked, title, found.units);
		return {
			source,
			quotes: quotesOf(asked, title, found, language),
			language,
			confidence: draftConfidence(relevanceScore, found),
		};
	};
	const apart = sources
		.filter((source) => source.question !== undefined)
		.flatMap((source) => answerOf(source) ?? []);
	if (apart.length > 1) return apart;
	for (const source of sources) {
		const answer = answerOf(source);
		if (answer) return [answer];
	}
	return [];
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
