// Measures whether questions in nine languages find their article, in English and in their own language. See README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MAP_FILE, openE5 } from "@supportdesk/ai/encoder/e5-encoder.ts";
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { encoderByLanguage } from "@supportdesk/ai/encoder/encoder-by-language.ts";
import {
	ensureModel,
	MINILM,
	MULTILINGUAL_E5,
} from "@supportdesk/ai/encoder/ensure-model.ts";
import { openMiniLm } from "@supportdesk/ai/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import { rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { rankForeign } from "@supportdesk/knowledge/domain/ranking/rank-foreign.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { cacheVectors } from "../ai/vector-file.ts";
import { figure } from "../figure.ts";
import { runEmbedded } from "../search/engine.ts";
import type { Article } from "../search/sets.ts";

const values = readCommandLine(
	"bench:languages -- [--models FOLDER] [--questions]",
	{
		models: {
			type: "string",
			default: process.env.SUPPORTDESK_MODELS ?? ".cache/models",
		},
		questions: { type: "boolean", default: false },
	},
);
/** Help centres of the invented company. */
const CENTRES = ["en", "de", "fr", "ja"];

interface LanguageQuestion {
	readonly language: string;
	readonly kind: string;
	readonly text: string;
	readonly gold: readonly string[];
}

interface Outcome {
	readonly question: LanguageQuestion;
	readonly first: string | undefined;
	readonly relevance: number;
	readonly isShown: boolean;
}

const questions = read("questions.tsv")
	.trim()
	.split("\n")
	.map((line): LanguageQuestion => {
		const [language, kind, article, text] = line.split("\t");
		return {
			language: language!,
			kind: kind!,
			text: text!,
			gold: article === "-" ? [] : [article!],
		};
	});
const { encoders, close } = await openEncoders();
for (const encoder of encoders) {
	const outcomes = [];
	for (const centre of CENTRES) {
		const found = await outcomesIn(centre, encoder);
		outcomes.push(...found.map((one) => ({ centre, ...one })));
	}
	console.log(
		`\n${encoder.version ? `${encoder.name} and ${encoder.version}` : encoder.name}\n`,
	);
	print(
		"English articles",
		outcomes.filter(({ centre }) => centre === "en"),
	);
	print(
		"articles in the same language",
		outcomes.filter(({ centre }) => centre !== "en"),
	);
}
await close();

function read(name: string): string {
	return readFileSync(join(import.meta.dirname, "data", name), "utf8");
}

async function outcomesIn(
	centre: string,
	encoder: Encoder,
): Promise<Outcome[]> {
	const articles = JSON.parse(read(`articles.${centre}.json`)) as Article[];
	const ids = new Set(articles.map(({ id }) => id));
	const own = questions.filter(({ gold: [article], language }) =>
		article === undefined
			? centre === "en" || centre === language
			: ids.has(article),
	);
	const { findings } = await runEmbedded(
		{ name: centre, articles, questions: own },
		encoder,
	);
	return own.map((question, i) => {
		const [first] = encoder.version
			? rankForeign(findings[i]!)
			: rank(findings[i]!);
		return {
			question,
			first: first?.articleId,
			relevance: first?.relevance ?? 0,
			isShown: first?.isAnswer ?? false,
		};
	});
}

/** The static table, MiniLM alone, and MiniLM with the multilingual encoder. */
async function openEncoders() {
	const common = { threads: 1, queueMax: 10_000 };
	const miniLm = await openMiniLm({
		modelFile: await ensureModel(values.models, MINILM),
		...common,
	});
	const e5 = await openE5({
		modelFile: await ensureModel(values.models, MULTILINGUAL_E5),
		mapFile: MAP_FILE,
		...common,
	});
	const others = { ...e5, version: "e5" };
	const both = encoderByLanguage(miniLm, others);
	const kept = cacheVectors(both, ".cache/vectors/languages.bin", () => {});
	return {
		encoders: [openStaticEncoder(), miniLm, { ...kept, version: "e5" }],
		close: () => Promise.all([miniLm.close(), e5.close()]),
	};
}

function print(title: string, outcomes: readonly Outcome[]): void {
	console.log(
		`| ${title} | questions | ranked first | shown right | wrong shown | relevance |\n|---|---|---|---|---|---|`,
	);
	const kinds = Map.groupBy(outcomes, ({ question }) => question.kind);
	for (const [kind, own] of kinds) {
		printRow(kind, own);
		if (kind === "none" || !title.startsWith("English")) continue;
		for (const [language, some] of Map.groupBy(
			own,
			(one) => one.question.language,
		))
			printRow(`${kind}, ${language}`, some);
	}
	console.log();
	if (!values.questions) return;
	for (const { question, first, relevance, isShown } of outcomes) {
		const isRight = question.gold.includes(first ?? "");
		if (question.gold.length > 0 ? isShown && isRight : !isShown) continue;
		console.log(
			`${question.language} ${question.kind}: ${question.gold[0] ?? "none"} / ${first} ${figure(relevance)}: ${question.text}`,
		);
	}
}

function printRow(name: string, own: readonly Outcome[]): void {
	const isRight = ({ question, first }: Outcome) =>
		question.gold.includes(first ?? "");
	const share = (of: (one: Outcome) => boolean) =>
		figure(own.filter(of).length / own.length);
	const wrong = own.filter((one) => one.isShown && !isRight(one)).length;
	const mean = own.reduce((sum, one) => sum + one.relevance, 0) / own.length;
	console.log(
		`| ${name} | ${own.length} | ${share(isRight)} | ${share((one) => one.isShown && isRight(one))} | ${wrong} | ${figure(mean)} |`,
	);
}
