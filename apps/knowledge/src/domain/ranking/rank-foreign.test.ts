import { expect, test } from "vitest";
import type { Evidence, Findings } from "./evidence.ts";
import { type Ranked, rank } from "./rank.ts";
import { rankForeign } from "./rank-foreign.ts";

function findings(
	encoder: string | undefined,
	articles: Readonly<Record<string, number | undefined>>,
	counts: readonly number[] = [0],
): Findings {
	const candidates = Object.entries(articles).map(
		([articleId, similarity]): Evidence => ({
			articleId,
			titleCounts: Float32Array.of(0),
			bodyCounts: Float32Array.from(counts),
			titleLength: 3,
			bodyLength: 40,
			sketch: new Uint32Array(),
			titleCodes: [],
			placeOf: () => 0,
			titleSimilarity: similarity ?? 0,
			passageSimilarities: Float32Array.from(
				similarity === undefined ? [] : [similarity],
			),
		}),
	);
	return {
		terms: [{ term: "kündigen", articleCount: 0, isKnown: false }],
		statistics: { articleCount: 30, titleLengthMean: 3, bodyLengthMean: 40 },
		candidates,
		encoder,
	};
}

test("shows the article that is clearly nearest, though it has none of the words", () => {
	const near = { cancel: 0.55, pause: 0.35, wifi: 0.1 };
	const [first, ...others] = rankForeign(findings("minilm", near));
	expect(first).toMatchObject({ articleId: "cancel", isAnswer: true });
	expect(others.some(({ isAnswer }) => isAnswer)).toBe(false);
	expect(rank(findings("minilm", near))[0]!.relevance).toBeLessThan(
		first!.relevance,
	);
});

test("judges the static table's similarities by a fit of their own", () => {
	const near = { cancel: 0.55, pause: 0.45, wifi: 0.1 };
	const [ofStatic] = rankForeign(findings("static-256-1", near));
	const [ofMiniLm] = rankForeign(findings("minilm", near));
	expect(ofStatic!.relevance).toBeLessThan(ofMiniLm!.relevance);
});

test("shows nothing where all articles are equally far", () => {
	const far = { cancel: 0.21, pause: 0.2, wifi: 0.19 };
	const ranked = rankForeign(findings("minilm", far));
	expect(ranked.some(({ isAnswer }) => isAnswer)).toBe(false);
});

test("sets no article above one that is not embedded yet", () => {
	const near = { refund: undefined, cancel: 0.45 };
	const [waiting] = rankForeign(findings("static-256-1", near));
	const [compared] = rankForeign(
		findings("static-256-1", { ...near, refund: 0.2 }),
	);
	expect(compared).toMatchObject({ articleId: "cancel", isAnswer: true });
	expect(waiting).toMatchObject({ articleId: "cancel", isAnswer: false });
});

test("is the ranking by words where nothing was embedded", () => {
	const found = findings(undefined, { cancel: 0, pause: 0 }, [3]);
	const scoresOf = (ranked: Ranked[]) =>
		ranked.map(({ quotability, features, ...one }) => ({
			...{ ...one, ...quotability() },
			features: features(),
		}));
	expect(scoresOf(rankForeign(found))).toEqual(scoresOf(rank(found)));
});
