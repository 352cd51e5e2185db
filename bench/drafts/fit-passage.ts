import { articleUnits } from "@supportdesk/ai/drafts/article-units.ts";
import { findAnswer } from "@supportdesk/ai/drafts/find-answer.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import { calibrationError } from "@supportdesk/ai/evaluate/metrics.ts";
import { fitLogistic } from "@supportdesk/ai/learn/logistic.ts";
import type { Article, RetrievalSet } from "../search/sets.ts";

/** Articles that are joined to a manual. */
const SIZES = [3, 10, 30, 100, 400];
const encoder = openStaticEncoder();

/** A passage found in a manual. */
interface Passage {
	readonly set: string;
	readonly features: readonly number[];
	readonly isRight: boolean;
}

/**
 * The weights of a passage for `draft-confidence.ts`: constant, coverage, similarity and length. Each question is put to
 * manuals made of the set's articles, with and without the one that answers it; a passage is right if it is from that one.
 * Also the calibration error of each set under a fit on the others.
 */
export function reportPassageFit(sets: readonly RetrievalSet[]): string {
	const passages = sets.flatMap((set) =>
		SIZES.filter((size) => size < 2 * set.articles.length).flatMap((size) =>
			passagesIn(set, size),
		),
	);
	const lines = [`passages: ${fit(passages).map((w) => w.toFixed(2))}`];
	for (const { name } of sets) {
		const weights = fit(passages.filter(({ set }) => set !== name));
		const own = passages.filter(({ set }) => set === name);
		const error = calibrationError(
			own.map(({ features, isRight }) => ({
				truth: "right",
				predicted: isRight ? "right" : "another",
				confidence: probability(features, weights),
			})),
		);
		lines.push(`${name}, fitted on the others: ${error.toFixed(3)}`);
	}
	return lines.join("\n");
}

function passagesIn(set: RetrievalSet, size: number): Passage[] {
	const passages: Passage[] = [];
	for (let at = 0; at < set.articles.length; at += size) {
		const manual = manualOf(set.articles.slice(at, at + size));
		for (const [i, { text, gold }] of set.questions.entries()) {
			// As many questions without an answer in the manual as with one.
			const isInside = gold.some((id) => manual.ids.has(id));
			const manuals = Math.ceil(set.articles.length / size);
			if (!isInside && i % manuals !== at / size) continue;
			const found = findAnswer(text, "Manual", manual.units, encoder);
			if (!found) continue;
			const { coverage, similarity, articleWords } = found;
			passages.push({
				set: set.name,
				features: [1, coverage, similarity, Math.log(articleWords)],
				isRight: gold.includes(manual.articleAt(found.units[0]!.start)),
			});
		}
	}
	return passages;
}

function manualOf(articles: readonly Article[]) {
	const units = articleUnits(
		articles.map(({ title, body }) => `# ${title}\n\n${body}`).join("\n\n"),
	);
	const begins: { readonly id: string; readonly start: number }[] = [];
	for (const { kind, text, start } of units) {
		const next = articles[begins.length];
		if (kind === "heading" && next && text === next.title.trim())
			begins.push({ id: next.id, start });
	}
	return {
		units,
		ids: new Set(articles.map(({ id }) => id)),
		articleAt: (at: number) =>
			begins.findLast(({ start }) => start <= at)?.id ?? "",
	};
}

function fit(passages: readonly Passage[]): number[] {
	return fitLogistic(
		passages.map(({ features }) => [...features]),
		passages.map(({ isRight }) => isRight),
		[0, 0, 0, 0],
	);
}

function probability(
	features: readonly number[],
	weights: readonly number[],
): number {
	const odds = features.reduce((sum, x, i) => sum + x * weights[i]!, 0);
	return 1 / (1 + Math.exp(-odds));
}
