// Fits the trees of the ranking and writes them into the service. With --held-out prints their quality on each source
// when fitted on the others.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { relevances } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import type { Forest } from "@supportdesk/knowledge/domain/ranking/trees.ts";
import { orExit, readDataOptions } from "../data-options.ts";
import { figure } from "../figure.ts";
import { openBenchEncoders } from "./encoders.ts";
import { runEmbedded } from "./engine.ts";
import { type Example, examplesOf, fit } from "./fit.ts";
import { cutoffQuality } from "./measure.ts";
import { loadRetrievalSets } from "./sets.ts";
import {
	companySets,
	intentSets,
	publicSet,
	titleWords,
} from "./training/sets.ts";
import type { TrainingSet } from "./training/training-set.ts";

const MODELS = fileURLToPath(
	new URL(
		"../../apps/knowledge/src/domain/ranking/models.gen.json",
		import.meta.url,
	),
);
const DIGITS = 4;
const CUTOFFS = {
	lexical: { cutoff: 0.4, quotedFrom: 0.43 },
	static: { cutoff: 0.35, quotedFrom: 0.4 },
	minilm: { cutoff: 0.35, quotedFrom: 0.4 },
};
const HELP_CENTRE_WEIGHT = 4;
/** Bots' questions are short, on a dozen topics, and half of them have no answer. */
const BOT_WEIGHT = 0.5;

/** Sets whose licence does not allow shipping a trained result have this prefix. */
const isFree = ({ name }: { readonly name: string }) => !name.startsWith("nc-");

const options = readDataOptions("bench:search:fit", "[--held-out]", {
	"held-out": { type: "boolean", default: false },
});
const sets = orExit(() => trainingSets());
const encoders = await openBenchEncoders(options.models);
const [still, miniLm] = encoders.all;
if (!miniLm) process.exit(1);
const models = {
	lexical: await model("lexical", undefined),
	static: await model("static", still),
	minilm: await model("minilm", miniLm),
};
await encoders.close();
writeFileSync(MODELS, `${JSON.stringify(models)}\n`);

function trainingSets(): TrainingSet[] {
	const companies = companySets();
	const foreign = companies.flatMap(({ articles }) => titleWords(articles));
	const loaded = loadRetrievalSets(options.data, options.split).filter(isFree);
	return [
		...companies,
		...loaded.map((set) => {
			const isBot = set.name.startsWith("hint3-");
			return publicSet(set, foreign, isBot ? BOT_WEIGHT : HELP_CENTRE_WEIGHT);
		}),
		...["banking77", "clinc150", "hwu64"].flatMap((name) =>
			intentSets(options.data, name),
		),
	];
}

async function model(
	name: keyof typeof CUTOFFS,
	encoder: Parameters<typeof runEmbedded>[1],
) {
	const examples: Example[] = [];
	for (const set of sets) {
		const { findings } = await runEmbedded(set, encoder);
		examples.push(...examplesOf(set, findings));
	}
	const cutoffs = CUTOFFS[name];
	console.log(`${name}: ${examples.length} examples`);
	if (options["held-out"]) reportHeldOut(examples, cutoffs.quotedFrom);
	const { linear, whenLong, trees } = fit(examples);
	const rounded = (values: readonly number[]) =>
		values.map((value) => Number(value.toFixed(DIGITS)));
	return {
		...cutoffs,
		linear: rounded(linear),
		whenLong: rounded(whenLong),
		trees: trees.map(({ features, thresholds, values }) => ({
			features,
			thresholds: rounded(thresholds),
			values: rounded(values),
		})),
	};
}

function reportHeldOut(examples: readonly Example[], cutoff: number): void {
	console.log(
		"| source | hit@1 | right shown | precision | shown without | calibration error |\n|---|---|---|---|---|---|",
	);
	for (const source of new Set(examples.map((one) => one.source))) {
		const others = fit(examples.filter((one) => one.source !== source));
		const own = examples.filter((one) => one.source === source);
		console.log(`| ${source} | ${report(own, others, cutoff).join(" | ")} |`);
	}
}

function report(
	examples: readonly Example[],
	forest: Forest,
	cutoff: number,
): string[] {
	const firsts = (answerable: boolean) =>
		examples
			.filter((one) => one.answerable === answerable)
			.map((one) => firstOf(one, forest));
	const answerable = firsts(true);
	const quality = cutoffQuality(answerable, firsts(false), cutoff);
	const hit = answerable.filter(({ isRight }) => isRight).length;
	return [hit / answerable.length, ...Object.values(quality)].map(figure);
}

function firstOf({ features, groups, right }: Example, forest: Forest) {
	const all = relevances(forest, features, groups);
	const relevance = Math.max(0, ...all);
	return { relevance, isRight: right.includes(all.indexOf(relevance)) };
}
