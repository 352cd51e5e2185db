import { cosine, type InstantEncoder } from "../encoder/encoder.ts";
import type { Unit } from "./article-units.ts";
import { readQuestion } from "./asked.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import type { PassageFit } from "./draft-confidence.ts";
import {
	isSteps,
	type Part,
	partsOf,
	type Span,
	wordsOfSpan,
} from "./parts.ts";
import { isLabel, isQuestion, quotedSpan } from "./quoted-span.ts";
import { isRowOfCode } from "./table-answer.ts";

/** Weight of shared words relative to the cosine. */
const WORDS_WEIGHT = 0.5;
/**
 * What a numbered list gains where steps are asked for (of 0.4 to 0.8, all score alike on public questions), and the row of a
 * code that is asked for.
 */
const ASKED_BONUS = 0.6;

/** The part of an article that answers a question best. */
export interface FoundAnswer extends PassageFit {
	readonly units: readonly Unit[];
	/** A table: the rows that answer are still to be chosen. */
	readonly isTable: boolean;
	/** What the section says below the table, which may limit what its rows say; empty for what is no table. */
	readonly notes: readonly Unit[];
	/** What names its subject without being quoted: the heading above it, and a label or question before it. */
	readonly subject: string;
}

/**
 * Finds the part of an article that answers a question best; undefined for an article without any sentence. The instant
 * encoder chooses: on WixQA MiniLM chose no better (token F1 .435 against .431), and took a hundred times as long.
 */
export function findAnswer(
	question: string,
	title: string,
	units: readonly Unit[],
	encoder: InstantEncoder,
): FoundAnswer | undefined {
	const parts = partsOf(units);
	const asked = readQuestion(question, title, units, encoder);
	const candidates = candidatesOf(asked, units, parts);
	let found: { candidate: Candidate; similarity: number } | undefined;
	let highest = Number.NEGATIVE_INFINITY;
	for (const candidate of candidates) {
		const part = parts[candidate.part]!;
		const similarTo = (text: string) =>
			cosine(
				encoder.embedNow(`${title}. ${headingOf(units, part)} ${text}`),
				asked.vector,
			);
		const steps = asked.wantsSteps && isProcedure(units, part);
		const whole = similarTo(textOf(units, candidate));
		// What a procedure is for is said above it; its steps are about other things.
		const similarity = steps
			? Math.max(whole, similarTo(introductionOf(units, part)))
			: whole;
		const score =
			similarity +
			(WORDS_WEIGHT * candidate.coverage) / asked.coverageMax +
			(steps || isRowOfCode(asked.wanted, units[candidate.begin]!)
				? ASKED_BONUS
				: 0);
		if (score > highest) {
			highest = score;
			found = { candidate, similarity };
		}
	}
	if (!found) return undefined;
	const { candidate, similarity } = found;
	const part = parts[candidate.part]!;
	const span = quotedSpan(asked, candidate, units, parts, encoder);
	return {
		units: units.slice(span.begin, span.end),
		isTable: part.kind === "table",
		notes:
			part.kind === "table" ? notesBelow(units, parts, candidate.part) : [],
		subject: subjectOf(units, part, span.begin),
		coverage: candidate.coverage,
		similarity,
		articleWords: wordsOfSpan(units, { begin: 0, end: units.length }),
	};
}

function notesBelow(
	units: readonly Unit[],
	parts: readonly Part[],
	at: number,
): Unit[] {
	const { heading } = parts[at]!;
	const after = parts.slice(at + 1);
	const next = after.findIndex(
		(part) => part.heading !== heading || part.kind !== "text",
	);
	return after
		.slice(0, next < 0 ? undefined : next)
		.flatMap(({ begin, end }) => units.slice(begin, end));
}

function subjectOf(units: readonly Unit[], part: Part, begin: number): string {
	const before = units[begin - 1];
	const isLabelled =
		before?.block === units[begin]!.block &&
		(isLabel(before) || isQuestion(before));
	return `${headingOf(units, part)} ${isLabelled ? before.text : ""}`;
}

function isProcedure(units: readonly Unit[], part: Part): boolean {
	return part.kind === "list" && isSteps(units, part);
}

function headingOf(units: readonly Unit[], { heading }: Part): string {
	return units[heading]?.text ?? "";
}

function introductionOf(units: readonly Unit[], { begin }: Part): string {
	const first = units[begin]!;
	return first.kind === "item" ? "" : first.text;
}

function textOf(units: readonly Unit[], { begin, end }: Span): string {
	return units
		.slice(begin, end)
		.map(({ text }) => text)
		.join(" ");
}
