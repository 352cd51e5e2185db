import { expect, it } from "vitest";
import { questionTerms } from "../question.ts";
import type { Findings } from "../ranking/evidence.ts";
import { rank } from "../ranking/rank.ts";
import { ArticleIndex } from "./article-index.ts";
import { profileOf, withEmbedding } from "./profile.ts";

const DIMENSIONS = 64;

function direction(seed: number): Float32Array {
	const raw = Float32Array.from({ length: DIMENSIONS }, (_, i) =>
		Math.sin(seed * 12.9898 + i * 78.233 * (seed + 1)),
	);
	const length = Math.hypot(...raw);
	return raw.map((value) => value / length);
}

const find = (index: ArticleIndex, query: string, vector?: Float32Array) =>
	index.find({
		terms: questionTerms(query),
		embedding: vector && { encoder: "test", vector },
		tags: [],
		limit: 10,
	});

const idsOf = (found: ReturnType<typeof find>) =>
	rank(found).map(({ articleId }) => articleId);

it("finds the same after any articles were added, changed and removed", () => {
	const fresh = new ArticleIndex();
	const worn = new ArticleIndex();
	const profile = (title: string, body: string, seed: number) =>
		withEmbedding(profileOf(title, body), "test", [
			direction(seed),
			direction(seed + 10_000),
		]);
	const article = (i: number) =>
		profile(`title w${i % 7} alpha`, `body w${i % 5} w${i % 11} beta`, i);
	for (let round = 0; round < 4; round++)
		for (let i = 0; i < 600; i++)
			worn.put(
				`a${i}`,
				[],
				profile(`old ${round}`, `words of w${i}`, i + 1_000 * round),
			);
	for (let i = 0; i < 600; i++) worn.put(`a${i}`, [], article(i));
	for (let i = 300; i < 600; i++) worn.remove(`a${i}`);
	for (let i = 0; i < 300; i++) fresh.put(`a${i}`, [], article(i));
	expect(worn.size).toBe(300);
	for (const query of ["w3 alpha", "w10 beta", "old words", "w299"]) {
		const [a, b] = [worn, fresh].map((index) =>
			find(index, query, direction(query.length)),
		) as [Findings, Findings];
		const idsIn = ({ candidates }: Findings) =>
			candidates.map(({ articleId }) => articleId).toSorted();
		expect(idsIn(a)).toEqual(idsIn(b));
		expect(a.terms).toEqual(b.terms);
		expect(a.statistics).toEqual(b.statistics);
		const scoresOf = (found: Findings) =>
			rank(found).map(({ quotability, features, ...one }) => ({
				...{ ...one, ...quotability() },
				features: features(),
			}));
		expect(scoresOf(a)).toEqual(scoresOf(b));
	}
});

it("finds an article that shares no word by its embedding alone", () => {
	const index = new ArticleIndex();
	for (let i = 0; i < 400; i++) {
		const words = profileOf(`title ${i}`, `body ${i}`);
		const vectors = [direction(i), direction(i + 1_000)];
		index.put(`a${i}`, [], withEmbedding(words, "test", vectors));
	}
	const found = find(index, "unheard", direction(1_123));
	expect(found.candidates.map(({ articleId }) => articleId)).toContain("a123");
	expect(idsOf(found)[0]).toBe("a123");
});

it("compares vectors once most articles have them", () => {
	const index = new ArticleIndex();
	const vector = new Float32Array([1, 0]);
	const put = (n: number, isEncoded: boolean) => {
		const words = profileOf(`Matter ${n}`, "Something.");
		const profile = withEmbedding(words, "test", [vector, vector]);
		index.put(`article ${n}`, [], isEncoded ? profile : words);
	};
	const found = () =>
		index.find({
			terms: [],
			embedding: { encoder: "test", vector },
			tags: [],
			limit: 5,
		});
	for (let n = 0; n < 6; n++) put(n, n < 2);
	expect(found().encoder).toBeUndefined();
	expect(found().candidates).toMatchObject([
		{ titleSimilarity: 0 },
		{ titleSimilarity: 0 },
	]);
	put(2, true);
	expect(found().encoder).toBe("test");
	expect(found().candidates[0]!.titleSimilarity).toBeCloseTo(1);
	put(2, false);
	expect(found().encoder).toBeUndefined();
	index.remove("article 5");
	index.remove("article 4");
	expect(found().encoder).toBe("test");
});

it("compares only vectors of the question's encoder", () => {
	const index = new ArticleIndex();
	const words = profileOf("wireless printer", "connect the printer");
	index.put(
		"other",
		[],
		withEmbedding(words, "another", [new Float32Array(32)]),
	);
	const found = find(index, "printer", direction(1));
	expect(found.candidates[0]!.passageSimilarities).toHaveLength(0);
	expect(idsOf(found)).toEqual(["other"]);
});

it("forgives spellings of words, never of codes", () => {
	const index = new ArticleIndex();
	index.put("a", [], profileOf("Printer AX2000", "invoice"));
	expect(idsOf(find(index, "invocie"))).toEqual(["a"]);
	expect(idsOf(find(index, "AX2001"))).toEqual([]);
});

it("forgives swapped letters that change the stem of a word", () => {
	const index = new ArticleIndex();
	index.put("contract", [], profileOf("End the contract", "By letter."));
	index.put("place", [], profileOf("Change the location", "On the map."));
	expect(index.spellingOf("contrc")).toBe("contract");
	expect(index.spellingOf("locatoin")).toBe("locat");
	expect(index.spellingOf("zeppelin")).toBeUndefined();
});
