import { languageOf } from "@supportdesk/text/language-of.ts";
import type { InstantEncoder } from "../encoder/encoder.ts";
import type { Unit } from "./article-units.ts";
import { informativeStems, stemsIn } from "./words.ts";

/** A question for the steps of something. */
const PROCEDURE_ASKED =
	/\b(?:how (?:do|can|could|should|to|would)|what (?:do|should|can|must) (?:i|we) do|where (?:do|can|could|should) (?:i|we)|what to do|steps?|instructions|wie (?:kann|muss|soll|lade|geht|mache?n?)|was (?:muss|soll|kann) ich|wo (?:kann|muss|soll) ich|comment|que (?:dois|faire)|où (?:puis|dois)-je|cómo|dónde (?:puedo|debo)|qué (?:debo|tengo que|hago)|como (?:posso|faço|devo)|o que (?:devo|faço)|come (?:posso|devo|si|faccio)|cosa devo|hoe (?:kan|moet)|wat moet|jak (?:mogę|można|zrobić)|co (?:mam|muszę))|方法|手順|どうすれば|どうやって|怎么|如何|怎样/iu;

/** How much less a word of the title tells places of the article apart: of 0.25, 0.5, 0.75 and 1 the best on TechQA. */
const NAMED_WEIGHT = 0.5;
/** Of an article that are read to tell its language. */
const UNITS_READ = 40;
/** What of it a place has that does not repeat the word. */
const NAMED_SHARE = 0.25;

/** A question as it is compared with the units of an article. */
export interface Asked {
	readonly vector: Float32Array;
	/** Its informative words. */
	readonly wanted: ReadonlySet<string>;
	/** Its informative words that each unit has. */
	readonly had: readonly ReadonlySet<string>[];
	/** Those in the article's title. */
	readonly named: ReadonlySet<string>;
	/** What each of them adds to the coverage; together 1. */
	readonly weights: ReadonlyMap<string, number>;
	/** The coverage of the whole article. */
	readonly coverageMax: number;
	readonly wantsSteps: boolean;
	/** Of the article; undefined where it cannot be told. */
	readonly language: string | undefined;
}

export function readQuestion(
	question: string,
	title: string,
	units: readonly Unit[],
	encoder: InstantEncoder,
): Asked {
	const wanted = informativeStems(question);
	const named = informativeStems(title).intersection(wanted);
	const had = units.map(({ text }) =>
		new Set(stemsIn(text)).intersection(wanted),
	);
	const weights = weightsOf(wanted, said(units, had, wanted), named);
	const vector = encoder.embedNow(question);
	const wantsSteps = PROCEDURE_ASKED.test(question);
	const asked = {
		...{ vector, wanted, had, named, weights },
		...{ coverageMax: 1, wantsSteps },
		language: languageOf(`${title}.\n${beginningOf(units)}`),
	};
	const coverageMax = coverageOf(asked, [...units.keys()]);
	return { ...asked, coverageMax: coverageMax === 0 ? 1 : coverageMax };
}

function beginningOf(units: readonly Unit[]): string {
	return units
		.slice(0, UNITS_READ)
		.map(({ text }) => text)
		.join("\n");
}

/** The share of the question's informative words that some units or the title have. */
export function coverageOf(
	{ had, named, weights }: Asked,
	places: readonly number[],
): number {
	const words = new Set<string>();
	for (const place of places) for (const word of had[place]!) words.add(word);
	let sum = 0;
	for (const word of words) sum += weights.get(word)!;
	for (const word of named)
		if (!words.has(word)) sum += weights.get(word)! * NAMED_SHARE;
	return sum;
}

/**
 * The words of the question that units say by themselves: a column's name, which each row of a table repeats, counts once.
 */
function said(
	units: readonly Unit[],
	had: readonly ReadonlySet<string>[],
	wanted: ReadonlySet<string>,
): readonly ReadonlySet<string>[] {
	return units.map(({ cells, group }, i) => {
		if (cells.length === 0 || units[i - 1]?.group !== group) return had[i]!;
		const own = cells.flatMap(({ text }) => stemsIn(text));
		return new Set(own).intersection(wanted);
	});
}

/** What each informative word of the question adds to the coverage; together 1. A word that the article lacks counts as a rare one. */
function weightsOf(
	wanted: ReadonlySet<string>,
	had: readonly ReadonlySet<string>[],
	named: ReadonlySet<string>,
): Map<string, number> {
	const counts = new Map<string, number>();
	for (const words of had)
		for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	const weights = new Map<string, number>();
	let total = 0;
	for (const word of wanted) {
		const count = counts.get(word) ?? 0;
		const weight = Math.log(1 + had.length / Math.max(1, count));
		const shown = named.has(word) ? weight * NAMED_WEIGHT : weight;
		weights.set(word, shown);
		total += shown;
	}
	if (total > 0)
		for (const [word, weight] of weights) weights.set(word, weight / total);
	return weights;
}
