// Measures the engines on one workspace of many articles: the time to index, the embedded engine's memory, and the time
// of a question from its terms and vector to the ranked articles. Words and vectors are generated, the words with a
// natural distribution (Zipf). A Meilisearch server is measured when MEILI_URL is set.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
	ArticleIndex,
	type IndexQuestion,
} from "@supportdesk/knowledge/domain/index/article-index.ts";
import {
	type Profile,
	profileOf,
	withEmbedding,
} from "@supportdesk/knowledge/domain/index/profile.ts";
import { questionTerms } from "@supportdesk/knowledge/domain/question.ts";
import type { Findings } from "@supportdesk/knowledge/domain/ranking/evidence.ts";
import { rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import { quantileOf } from "../quantile.ts";
import { onMeilisearch } from "./engine.ts";

const values = readCommandLine("bench:search:scale -- [--articles 10000]", {
	articles: { type: "string", default: "10000" },
});
const ARTICLES = Number(values.articles);
const VOCABULARY = 30_000;
const BODY_WORDS = 300;
const TITLE_WORDS = 6;
const VECTORS_AN_ARTICLE = 5;
const DIMENSIONS = 384;
const QUESTIONS = 1_000;
const QUESTIONS_OF_A_SERVER = 100;
const MEGABYTE = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const random = seededRandom(1);
const words = Array.from({ length: VOCABULARY }, () =>
	Array.from({ length: 4 + Math.floor(random() * 6) }, () =>
		String.fromCharCode(97 + Math.floor(random() * 26)),
	).join(""),
);

/** The n-th word is drawn in proportion to 1/n. */
function text(count: number): string {
	return Array.from(
		{ length: count },
		() => words[Math.floor(VOCABULARY ** random()) - 1]!,
	).join(" ");
}

function vector(): Float32Array {
	const raw = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
	const length = Math.hypot(...raw);
	return raw.map((value) => value / length);
}

function memory(): number {
	collectGarbage();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return (heapUsed + arrayBuffers) / MEGABYTE;
}

function* makeArticles(): Generator<[id: string, profile: Profile]> {
	for (let i = 0; i < ARTICLES; i++) {
		const words = profileOf(text(TITLE_WORDS), text(BODY_WORDS));
		const vectors = Array.from({ length: VECTORS_AN_ARTICLE }, vector);
		const id = `kb_${String(i).padStart(26, "0")}`;
		yield [id, withEmbedding(words, "made-up", vectors)];
	}
}

const round = (value: number) => Number(value.toFixed(2));

/** Milliseconds of questions of some words, from their words and vector to the ranked articles. */
async function timesOf(
	wordCount: number,
	count: number,
	find: (question: IndexQuestion) => Findings | Promise<Findings>,
): Promise<number[]> {
	const times: number[] = [];
	for (let i = 0; i < count; i++) {
		const question = text(wordCount);
		const embedding = { encoder: "made-up", vector: vector() };
		const start = performance.now();
		const terms = questionTerms(question);
		rank(await find({ terms, embedding, tags: [], limit: 5 }));
		times.push(performance.now() - start);
	}
	return times;
}

async function figuresOf(
	count: number,
	find: (question: IndexQuestion) => Findings | Promise<Findings>,
) {
	await timesOf(8, count, find); // warm-up: compiles the code
	const figures: Record<string, number> = {};
	for (const words of [4, 8, 40]) {
		const times = await timesOf(words, count, find);
		figures[`${words} words, ms p50`] = round(quantileOf(times, 0.5));
		figures[`${words} words, ms p95`] = round(quantileOf(times, 0.95));
	}
	return figures;
}

async function measureEmbedded() {
	const before = memory();
	const index = new ArticleIndex();
	let buildMs = 0;
	for (const [id, profile] of makeArticles()) {
		const start = performance.now();
		index.put(id, [], profile);
		buildMs += performance.now() - start;
	}
	const used = memory() - before;
	return {
		"index, MB": round(used),
		"kB an article": round((used * 1024) / ARTICLES),
		"indexed in, s": round(buildMs / 1000),
		...(await figuresOf(QUESTIONS, (question) => index.find(question))),
	};
}

async function measureMeilisearch(url: string, apiKey: string | undefined) {
	const profiles = new Map(makeArticles());
	const start = performance.now();
	return onMeilisearch(profiles, { url, apiKey }, async (find) => ({
		"indexed in, s": round((performance.now() - start) / 1000),
		...(await figuresOf(QUESTIONS_OF_A_SERVER, find)),
	}));
}

const { MEILI_URL, MEILI_API_KEY } = process.env;
if (!MEILI_URL)
	console.error("Meilisearch is not measured: MEILI_URL is not set.");
const engines = {
	embedded: await measureEmbedded(),
	...(MEILI_URL && {
		Meilisearch: await measureMeilisearch(MEILI_URL, MEILI_API_KEY),
	}),
};
console.log(`${ARTICLES.toLocaleString("en")} articles`);
const byFigure: Record<string, Record<string, number>> = {};
for (const [engine, figures] of Object.entries(engines))
	for (const [figure, value] of Object.entries(figures))
		byFigure[figure] = { ...byFigure[figure], [engine]: value };
console.table(byFigure);
