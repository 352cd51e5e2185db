import { isCode } from "../text/analyse.ts";
import {
	type Contrast,
	isTurn,
	kindsOf,
	oppositesOf,
	reversed,
} from "../text/opposites.ts";
import { synonymsOf } from "../text/synonyms.ts";
import type { Evidence, Findings } from "./evidence.ts";
import { sum } from "./surroundings.ts";

/** What an article says about another thing than the one that the question names. */
export interface Contrasts {
	/** Share of the question's informative words that are codes which the article lacks; and the codes it has. */
	readonly codesMissing: number;
	readonly codesFound: number;
	/** Whether the title has a code and none of the question's. */
	readonly titleNamesAnother: number;
	/** Share of names that the article lacks. */
	readonly namesMissing: number;
	/** Whether the article is about the opposite: 1 by its title, less if its body has both. */
	readonly isOpposite: number;
	/** Whether it is about another thing of the same kind, such as another country. */
	readonly isAnotherOfKind: number;
	/** 1 if a short question has a code or a name that no article has, or the title leads the other way ("off", "from"). */
	readonly isAnotherMatter: number;
	/** 1 if no other article has a code of the question, -1 if another one alone has it. */
	readonly hasOnlyCode: -1 | 0 | 1;
}

/** A longer question names things in passing. */
const SHORT_TERMS_MAX = 6;

const COUNTED_MAX = 3;
/** Of an article that has the named thing in its body and another one in its title. */
const IN_BODY = 0.4;
/** Of an article that has no thing of the kind. */
const NOT_OF_KIND = 0.5;

/** A function that compares candidates with one question. */
export function contrastsWith(
	{ terms, named = [], marks = [], candidates }: Findings,
	termWeights: readonly number[],
): (candidate: Evidence) => Contrasts {
	const weightSum = sum(termWeights) || 1;
	const words = terms.map(({ term }) => term);
	const asked = new Set([...words, ...marks]);
	const codes = named.filter(isCode);
	const names = named.filter((term) => !isCode(term));
	// Who asks to get from one thing to the other names both.
	const isOneSided = ({ others }: Contrast) =>
		!others.some((other) => asked.has(other));
	const opposites = [...asked].flatMap(oppositesOf).filter(isOneSided);
	const kinds = words.flatMap(kindsOf).filter(isOneSided);
	const isShort = words.length <= SHORT_TERMS_MAX;
	const isNew = new Set(
		terms.flatMap(({ term, articleCount }) => (articleCount ? [] : [term])),
	);
	const newNames = named.filter((term) => isNew.has(term));
	const turned = marks.filter(isTurn).flatMap(oppositesOf).filter(isOneSided);
	const isFound = (candidate: Evidence, term: string) => {
		const i = words.indexOf(term);
		return (
			candidate.titleCounts[i]! > 0 ||
			candidate.bodyCounts[i]! > 0 ||
			synonymsOf(term).some((synonym) => candidate.placeOf(synonym) > 0)
		);
	};
	const onlyCodes = codes.filter((code) => {
		const { articleCount, isKnown } = terms[words.indexOf(code)]!;
		return (
			isKnown &&
			articleCount === 1 &&
			candidates.some((one) => isFound(one, code))
		);
	});
	const hasOnlyCode = (found: readonly string[]) =>
		found.some((code) => onlyCodes.includes(code)) ? 1 : -1;
	return (candidate) => {
		const missing = (some: readonly string[]) =>
			sum(
				some
					.filter((term) => !isFound(candidate, term))
					.map((term) => termWeights[words.indexOf(term)]!),
			) / weightSum;
		const found = codes.filter((code) => isFound(candidate, code));
		const codesMissing = missing(codes);
		const namesMissing = missing(names);
		const isBack = isReversed(candidate, marks);
		const isOpposite = Math.max(
			isBack ? 1 : 0,
			...opposites.map((one) => oppositeness(candidate, one)),
		);
		const isAnother =
			newNames.some((name) => !isFound(candidate, name)) ||
			isBack ||
			turned.some((one) => oppositeness(candidate, one) === 1);
		return {
			codesMissing,
			codesFound: Math.min(COUNTED_MAX, found.length),
			titleNamesAnother: namesAnother(candidate, codes),
			namesMissing,
			isOpposite,
			isAnotherOfKind: Math.max(
				0,
				...kinds.map((one) => otherness(candidate, one)),
			),
			isAnotherMatter: isShort && isAnother ? 1 : 0,
			hasOnlyCode: onlyCodes.length > 0 ? hasOnlyCode(found) : 0,
		};
	};
}

function namesAnother(
	{ titleCodes }: Evidence,
	codes: readonly string[],
): number {
	return codes.length > 0 &&
		titleCodes.length > 0 &&
		!titleCodes.some((code) => codes.includes(code))
		? 1
		: 0;
}

function placeOfAny({ placeOf }: Evidence, terms: readonly string[]): number {
	return Math.max(0, ...terms.map(placeOf));
}

function oppositeness(candidate: Evidence, { same, others }: Contrast): number {
	const own = placeOfAny(candidate, same);
	if (own === 2 || placeOfAny(candidate, others) < 2) return 0;
	return own === 1 ? IN_BODY : 1;
}

function otherness(
	candidate: Evidence,
	{ same, others, inPassing }: Contrast,
): number {
	const own = placeOfAny(candidate, same);
	if (own === 2) return 0;
	const other = placeOfAny(candidate, others);
	if (own === 1) return other === 2 ? IN_BODY : 0;
	if (other === 2) return 1;
	if (inPassing) return other === 1 ? IN_BODY : 0;
	return other === 1 ? 1 : NOT_OF_KIND;
}

/** Whether the title leads to where the question comes from, or the other way round. */
function isReversed({ placeOf }: Evidence, marks: readonly string[]): boolean {
	return marks.some((mark) => {
		const other = reversed(mark);
		return other && !marks.includes(other) && placeOf(other) && !placeOf(mark);
	});
}
