// Measures the embedded engine on one workspace of many articles: memory, and the time of a question from its terms
// and vector to the ranked articles. The words are made up, spread as in a language (Zipf); so are the vectors.
import { parseArgs } from "node:util";
import { ArticleIndex } from "@supportdesk/knowledge/domain/index/article-index.ts";
import {
	profileOf,
	withMeaning,
} from "@supportdesk/knowledge/domain/index/profile.ts";
import { questionTerms } from "@supportdesk/knowledge/domain/question.ts";
import { rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import { quantileOf } from "../quantile.ts";

const { values } = parseArgs({
	options: { articles: { type: "string", default: "10000" } },
});
const ARTICLES = Number(values.articles);
const VOCABULARY = 30_000;
const BODY_WORDS = 300;
const TITLE_WORDS = 6;
const VECTORS_AN_ARTICLE = 5;
const DIMENSIONS = 384;
const QUESTIONS = 1_000;
const MEGABYTE = 1024 * 1024;

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
	globalThis.gc?.();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return (heapUsed + arrayBuffers) / MEGABYTE;
}

const before = memory();
const index = new ArticleIndex();
let buildMs = 0;
for (let i = 0; i < ARTICLES; i++) {
	const words = profileOf(text(TITLE_WORDS), text(BODY_WORDS));
	const vectors = Array.from({ length: VECTORS_AN_ARTICLE }, vector);
	const profile = withMeaning(words, "made-up", vectors);
	const start = performance.now();
	index.put(`kb_${String(i).padStart(26, "0")}`, [], profile);
	buildMs += performance.now() - start;
}
const used = memory() - before;

function timesOf(wordCount: number): number[] {
	return Array.from({ length: QUESTIONS }, () => {
		const question = text(wordCount);
		const meaning = { encoder: "made-up", vector: vector() };
		const start = performance.now();
		const terms = questionTerms(question);
		rank(index.find({ terms, meaning, tags: [], limit: 5 }));
		return performance.now() - start;
	});
}

timesOf(8); // warms the compiler up
const round = (value: number) => Number(value.toFixed(2));
console.table({
	articles: ARTICLES,
	"index, MB": round(used),
	"kB an article": round((used * 1024) / ARTICLES),
	"built in, ms": round(buildMs),
	...Object.fromEntries(
		[4, 8, 40].flatMap((count) => {
			const times = timesOf(count);
			return [
				[`${count} words, ms p50`, round(quantileOf(times, 0.5))],
				[`${count} words, ms p95`, round(quantileOf(times, 0.95))],
			];
		}),
	),
});
