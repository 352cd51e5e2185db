import { expect, it } from "vitest";
import { ArticleIndex } from "../index/article-index.ts";
import { profileOf, withEmbedding } from "../index/profile.ts";
import { questionTerms } from "../question.ts";
import { rank } from "./rank.ts";

const DIMENSIONS = 64;

function axis(i: number): Float32Array {
	const vector = new Float32Array(DIMENSIONS);
	vector[i] = 1;
	return vector;
}

it("ranks an article no higher when its neighbours get embeddings before it", () => {
	const relevanceBeside = (known: boolean) => {
		const index = new ArticleIndex();
		index.put("new", [], profileOf("Track a shipment", "See where it is."));
		for (let i = 0; i < 8; i++) {
			const words = profileOf(`Matter ${i}`, "Something else altogether.");
			index.put(
				`old ${i}`,
				[],
				known ? withEmbedding(words, "test", [axis(i), axis(i)]) : words,
			);
		}
		const found = index.find({
			terms: questionTerms("do you ship furniture to Norway"),
			embedding: { encoder: "test", vector: axis(20) },
			tags: [],
			limit: 5,
		});
		return rank(found).find(({ articleId }) => articleId === "new")!.relevance;
	};
	expect(relevanceBeside(true)).toBeCloseTo(relevanceBeside(false), 10);
});

it("finds all of many articles that answer the question, among others that do not", () => {
	const index = new ArticleIndex();
	const countries = [
		"Chad",
		"Chile",
		"Cuba",
		"Egypt",
		"Italy",
		"Japan",
		"Peru",
	];
	for (const country of countries) {
		const title = `Refund policy for ${country}`;
		const body = `What is sent back from ${country} is paid within a week.`;
		index.put(country, [], profileOf(title, body));
		index.put(`${country}'s shops`, [], profileOf(`Shops in ${country}`, "."));
	}
	const ask = (question: string) =>
		rank(
			index.find({
				terms: questionTerms(question),
				embedding: undefined,
				tags: [],
				limit: 100,
			}),
		)
			.filter(({ isAnswer }) => isAnswer)
			.map(({ articleId }) => articleId)
			.sort();
	expect(ask("What is your refund policy?")).toEqual(countries);
	expect(ask("refund policy Peru")).toEqual(["Peru"]);
	expect(ask("refund of a broken lawn mower")).toEqual([]);
});

it("finds the same steps for several products as for one", () => {
	const products = ["kettle", "toaster", "blender", "mixer", "grill"];
	const ask = (question: string, count: number) => {
		const index = new ArticleIndex();
		for (const product of products.slice(0, count)) {
			const body = `Unplug the ${product} and let it cool down. Fill it with two spoons of vinegar and warm water, wait for ten minutes, and rinse it. Dry the ${product} with a soft cloth.`;
			index.put(product, [], profileOf(`How to clean the ${product}`, body));
		}
		index.put("order", [], profileOf("Cancel an order", "Open your orders."));
		const found = rank(
			index.find({
				terms: questionTerms(question),
				embedding: undefined,
				tags: [],
				limit: 100,
			}),
		);
		return found
			.filter(({ isAnswer }) => isAnswer)
			.map(({ articleId }) => articleId);
	};
	const question = "Is it safe to clean with vinegar and warm water?";
	expect(ask(question, 1)).toEqual(["kettle"]);
	expect(ask(question, 5).sort()).toEqual(products.toSorted());
	expect(ask("Is it safe to clean a toaster?", 5)).toEqual(["toaster"]);
	expect(ask("Is it safe to drink water?", 5)).toEqual([]);
});

it("lists articles that are not likely enough to be quoted in a reply, and quotes none that it does not list", () => {
	const question = axis(0);
	const ranked = Array.from({ length: 100 }, (_, step) => {
		const similarity = step / 100;
		const vector = axis(1).map(
			(value) => value * Math.sqrt(1 - similarity ** 2),
		);
		vector[0] = similarity;
		const index = new ArticleIndex();
		const words = profileOf("Pause a subscription", "It rests for a month.");
		index.put("a", [], withEmbedding(words, "minilm", [vector, vector]));
		const [first] = rank(
			index.find({
				terms: questionTerms("subscription in summer"),
				embedding: { encoder: "minilm", vector: question },
				tags: [],
				limit: 5,
			}),
		);
		return { ...first!, ...first!.quotability() };
	});
	expect(ranked.some((one) => one.isAnswer && !one.isQuotable)).toBe(true);
	expect(ranked.some((one) => one.isAnswer && one.isQuotable)).toBe(true);
	expect(ranked.some((one) => !one.isAnswer && one.isQuotable)).toBe(false);
});
