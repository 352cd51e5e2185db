import type { Unit } from "./article-units.ts";
import type { FoundAnswer } from "./find-answer.ts";
import { phrasesOf } from "./frame-phrases.ts";
import type { Quote } from "./lay-out.ts";
import { type RowAnswer, verdictOfRow } from "./table-answer.ts";
import { saysVerdict, verdictOn } from "./yes-or-no.ts";

/** The yes or no that an answer begins with, where the question wants one and the article decides it. */
export function verdictQuote(
	question: string,
	{ units, subject }: Pick<FoundAnswer, "units" | "subject">,
	language: string | undefined,
): Quote | undefined {
	const [first] = units;
	if (first && saysVerdict(first.text)) return undefined;
	const statements = units.map(({ text }) => ({ text, context: subject }));
	const decided = verdictOn(question, language, statements);
	if (!decided) return undefined;
	return said(phrasesOf(language)[decided.verdict], units[decided.at]!);
}

/** The same of the one row of a table that answers. */
export function verdictQuoteOfRows(
	question: string,
	rows: readonly RowAnswer[],
	language: string | undefined,
): Quote | undefined {
	const [only] = rows;
	if (!only || rows.length > 1) return undefined;
	const { row, text } = only;
	const verdict =
		verdictOfRow(question, row, language) ??
		verdictOn(question, language, [{ text, context: "" }])?.verdict;
	return verdict && said(phrasesOf(language)[verdict], row);
}

/** Yes or no as a sentence that rests on the one that decides it. */
function said(text: string, { block, start, end }: Unit): Quote {
	return { text, kind: "sentence", block, start, end };
}
