// Fits the coefficients of the ranking on the dev questions and writes them into the service. First prints their
// quality on each set when fitted on the others.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { relevances } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { orExit, readDataOptions } from "../data-options.ts";
import { figure } from "../figure.ts";
import { openBenchEncoders } from "./encoders.ts";
import { runEmbedded } from "./engine.ts";
import { type Example, examplesOf, fit, isHelpCentre } from "./fit.ts";
import { cutoffQuality } from "./measure.ts";
import { loadRetrievalSets, type RetrievalSet } from "./sets.ts";

const COEFFICIENTS = fileURLToPath(
	new URL(
		"../../apps/knowledge/src/domain/ranking/coefficients.gen.json",
		import.meta.url,
	),
);
const SHOWN_WITHOUT_MAX = 0.1;
// The words alone decide until a new article has its embeddings, or while the AI service is unavailable: it is better
// to show too much then.
const SHOWN_WITHOUT_MAX_BY_WORDS = 0.2;
/**
 * Bots' questions are short, on a dozen topics, and half of them have no answer: with full weight they prevent help
 * centres from showing right articles. With words alone, no other feature detects an article that only shares a word.
 */
const BOT_WEIGHT = 0.4;
const BOT_WEIGHT_BY_WORDS = 1;
const DIGITS = 4;

/** Sets whose licence does not allow shipping a trained result have this prefix. */
const isFree = (set: string) => !set.startsWith("nc-");

function firstOf(example: Example, weights: readonly number[]) {
	const all = relevances(example.features, weights, example.groups);
	const relevance = Math.max(0, ...all);
	return {
		relevance,
		isRight: example.right.includes(all.indexOf(relevance)),
	};
}

/** The lowest cutoff at which each help centre shows an article to at most a tenth of the questions without one. */
function chooseCutoff(
	examples: readonly Example[],
	weightsFor: (set: string) => readonly number[],
	shownWithoutMax: number,
): number {
	const sets = new Set(examples.map(({ set }) => set).filter(isHelpCentre));
	const needed = [...sets].map((set) => {
		const without = examples
			.filter((example) => example.set === set && !example.answerable)
			.map((example) => firstOf(example, weightsFor(set)).relevance)
			.sort((a, b) => b - a);
		return without[Math.floor(without.length * shownWithoutMax)]!;
	});
	return Number(Math.max(...needed).toFixed(2)) + 0.01;
}

function report(
	examples: readonly Example[],
	weights: readonly number[],
	cutoff: number,
): string {
	const firsts = (answerable: boolean) =>
		examples
			.filter((example) => example.answerable === answerable)
			.map((example) => firstOf(example, weights));
	const answerable = firsts(true);
	const quality = cutoffQuality(answerable, firsts(false), cutoff);
	const hit = answerable.filter(({ isRight }) => isRight).length;
	return [hit / answerable.length, ...Object.values(quality)]
		.map(figure)
		.join(" / ");
}

function fitAll(
	name: string,
	examples: readonly Example[],
	shownWithoutMax = SHOWN_WITHOUT_MAX,
	botWeight = BOT_WEIGHT,
) {
	const sets = [...new Set(examples.map(({ set }) => set))];
	const free = examples.filter(({ set }) => isFree(set));
	const heldOut = new Map(
		sets.map((set) => [
			set,
			fit(
				free.filter((example) => example.set !== set),
				botWeight,
			),
		]),
	);
	const cutoff = chooseCutoff(
		examples,
		(set) => heldOut.get(set)!,
		shownWithoutMax,
	);
	console.log(
		`${name}, cutoff ${cutoff}: hit@1 / right shown / precision / shown without / calibration error`,
	);
	for (const set of sets) {
		const own = examples.filter((example) => example.set === set);
		console.log(`  ${set}: ${report(own, heldOut.get(set)!, cutoff)}`);
	}
	return {
		weights: fit(free, botWeight).map((weight) =>
			Number(weight.toFixed(DIGITS)),
		),
		cutoff: Number(cutoff.toFixed(2)),
	};
}

async function examplesWith(
	sets: readonly RetrievalSet[],
	encoder: Parameters<typeof runEmbedded>[1],
): Promise<Example[]> {
	const examples: Example[] = [];
	for (const set of sets) {
		const { findings } = await runEmbedded(set, encoder);
		examples.push(...examplesOf(set, findings));
	}
	return examples;
}

const options = readDataOptions("bench:search:fit", "", {});
const sets = orExit(() => loadRetrievalSets(options.data, options.split));
const encoders = await openBenchEncoders(options.models);
const [still, miniLm] = encoders.all;
if (!miniLm) process.exit(1);
const coefficients = {
	lexical: fitAll(
		"words alone",
		await examplesWith(sets, undefined),
		SHOWN_WITHOUT_MAX_BY_WORDS,
		BOT_WEIGHT_BY_WORDS,
	),
	static: fitAll(still!.name, await examplesWith(sets, still)),
	minilm: fitAll(miniLm.name, await examplesWith(sets, miniLm)),
};
await encoders.close();
writeFileSync(
	COEFFICIENTS,
	`${JSON.stringify(coefficients, undefined, "\t")}\n`,
);
