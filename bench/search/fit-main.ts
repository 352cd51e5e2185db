// Fits the trees of the ranking and writes them into the service: those of search, or with --drafts those that decide what a
// draft quotes; the others stay as they are. With --held-out prints their quality on each source when fitted on the others.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
	type Decision,
	type Model,
	relevances,
} from "@supportdesk/knowledge/domain/ranking/rank.ts";
import type { Forest } from "@supportdesk/knowledge/domain/ranking/trees.ts";
import { orExit, readDataOptions } from "../data-options.ts";
import { figure } from "../figure.ts";
import { openBenchEncoders } from "./encoders.ts";
import { runEmbedded } from "./engine.ts";
import { type Example, examplesOf, fit } from "./fit.ts";
import { cutoffQuality } from "./measure.ts";
import { loadRetrievalSets } from "./sets.ts";
import {
	COMPANIES,
	COMPANIES_OF_SEARCH,
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
	lexical: { search: 0.4, drafts: 0.43 },
	static: { search: 0.35, drafts: 0.4 },
	minilm: { search: 0.35, drafts: 0.4 },
};
const HELP_CENTRE_WEIGHT = 4;
/** Bots' questions are short, on a dozen topics, and half of them have no answer. */
const BOT_WEIGHT = 0.5;

/** Sets whose licence does not allow shipping a trained result have this prefix. */
const isFree = ({ name }: { readonly name: string }) => !name.startsWith("nc-");

const options = readDataOptions("bench:search:fit", "[--drafts] [--held-out]", {
	drafts: { type: "boolean", default: false },
	"held-out": { type: "boolean", default: false },
});
const decision = options.drafts ? "drafts" : "search";
const present: Record<string, Model> = JSON.parse(readFileSync(MODELS, "utf8"));
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
	const companies = companySets(
		options.drafts ? COMPANIES : [...COMPANIES, ...COMPANIES_OF_SEARCH],
	);
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
): Promise<Model> {
	const examples: Example[] = [];
	for (const set of sets) {
		const { findings } = await runEmbedded(set, encoder);
		examples.push(...examplesOf(set, findings));
	}
	const cutoff = CUTOFFS[name][decision];
	console.log(`${name}: ${examples.length} examples`);
	if (options["held-out"]) reportHeldOut(examples, cutoff);
	const { linear, whenLong, trees } = fit(examples);
	const rounded = (values: readonly number[]) =>
		values.map((value) => Number(value.toFixed(DIGITS)));
	const fitted: Decision = {
		cutoff,
		linear: rounded(linear),
		whenLong: rounded(whenLong),
		trees: trees.map(({ features, thresholds, values }) => ({
			features,
			thresholds: rounded(thresholds),
			values: rounded(values),
		})),
	};
	return { ...present[name]!, [decision]: fitted };
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
