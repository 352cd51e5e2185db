import { expect, it } from "vitest";
import { ArticleIndex } from "../index/article-index.ts";
import { profileOf, withMeaning } from "../index/profile.ts";
import { questionTerms } from "../question.ts";
import { rank } from "./rank.ts";

const DIMENSIONS = 64;

function axis(i: number): Float32Array {
	const vector = new Float32Array(DIMENSIONS);
	vector[i] = 1;
	return vector;
}

it("thinks no more of an article for its neighbours' meaning being known before its own", () => {
	const relevanceBeside = (known: boolean) => {
		const index = new ArticleIndex();
		index.put("new", [], profileOf("Track a shipment", "See where it is."));
		for (let i = 0; i < 8; i++) {
			const words = profileOf(`Matter ${i}`, "Something else altogether.");
			index.put(
				`old ${i}`,
				[],
				known ? withMeaning(words, "test", [axis(i), axis(i)]) : words,
			);
		}
		const found = index.find({
			terms: questionTerms("do you ship furniture to Norway"),
			meaning: { encoder: "test", vector: axis(20) },
			tags: [],
			limit: 5,
		});
		return rank(found).find(({ articleId }) => articleId === "new")!.relevance;
	};
	expect(relevanceBeside(true)).toBeCloseTo(relevanceBeside(false), 10);
});
