import { expect, test } from "vitest";
import { ArticleIndex } from "../index/article-index.ts";
import { profileOf } from "../index/profile.ts";
import { questionWords } from "../question.ts";
import { type Contrasts, contrastsWith } from "./contrasts.ts";

function contrast(question: string, title: string, body = "."): Contrasts {
	const index = new ArticleIndex();
	index.put("a", [], profileOf(title, body));
	const found = index.find({
		...questionWords(question),
		...{ embedding: undefined, tags: [], limit: 5 },
	});
	return contrastsWith(
		found,
		found.terms.map(() => 1),
	)(found.candidates[0]!);
}

test("finds the opposite of what is asked in the title", () => {
	const title = "Switch on two-step login";
	expect(contrast("turn off two-step login", title).isOpposite).toBe(1);
	expect(contrast("turn on two-step login", title).isOpposite).toBe(0);
	const plan = "Move from Team to Fleet";
	expect(contrast("move from Fleet to Team", plan).isOpposite).toBe(1);
	expect(contrast("move from Team to Fleet", plan).isOpposite).toBe(0);
	expect(contrast("export recipes", "Import recipes").isOpposite).toBe(1);
	const days = "Withdraw within 14 days";
	expect(contrast("withdraw after 14 days", days).isOpposite).toBe(1);
	expect(contrast("withdraw within 14 days", days).isOpposite).toBe(0);
});

test("finds another thing of the kind that is asked for", () => {
	const title = "Delivery to France";
	expect(contrast("delivery to Spain", title).isAnotherOfKind).toBe(1);
	expect(contrast("delivery to France", title).isAnotherOfKind).toBe(0);
	expect(contrast("delivery", title).isAnotherOfKind).toBe(0);
	const winter = "Store the mower in winter";
	expect(contrast("store it in summer", winter).isAnotherOfKind).toBe(1);
	expect(contrast("no delivery in summer", title).isAnotherOfKind).toBe(0);
});

test("finds names that the article lacks", () => {
	const title = "Charge the Solis Travel";
	const other = contrast("Charge the Solis Outdoor", title);
	expect(other.namesMissing).toBeCloseTo(1 / 3);
	expect(contrast("Charge the Solis Travel", title).namesMissing).toBe(0);
});

test("finds codes that the article lacks", () => {
	const title = "Descale the Kestrel 200";
	const other = contrast("descale a Kestrel 500", title);
	expect(other.titleNamesAnother).toBe(1);
	expect(other.codesMissing).toBeCloseTo(1 / 3);
	const same = contrast("descale a Kestrel 200", title);
	expect(same).toMatchObject({ codesMissing: 0, codesFound: 1 });
	expect(same.titleNamesAnother).toBe(0);
});

test("finds that a short question names what no article has", () => {
	const title = "Descale the Kestrel 200";
	const isAnother = (question: string, of = title) =>
		contrast(question, of).isAnotherMatter;
	expect(isAnother("descale a Kestrel 500")).toBe(1);
	expect(isAnother("descale a Kestrel 200")).toBe(0);
	expect(isAnother("descale it with 3 tablets")).toBe(0);
	expect(isAnother("How do I descale my eKestrel?")).toBe(1);
	const long = "after the breakfast rush descale our office machine, a";
	expect(isAnother(`${long} Kestrel 500`)).toBe(0);
	expect(isAnother("turn off two-step login", "Turn on two-step login")).toBe(
		1,
	);
	expect(isAnother("withdraw after 14 days", "Withdraw within 14 days")).toBe(
		0,
	);
});

test("finds the only article with a code of the question", () => {
	const index = new ArticleIndex();
	index.put("paying", [], profileOf("Pay by card", "At the checkout."));
	index.put(
		"error",
		[],
		profileOf("Message P31", "The bank refused the card."),
	);
	const valuesFor = (question: string) => {
		const found = index.find({
			...questionWords(question),
			...{ embedding: undefined, tags: [], limit: 5 },
		});
		const contrasts = contrastsWith(
			found,
			found.terms.map(() => 1),
		);
		return Object.fromEntries(
			found.candidates.map((one) => [
				one.articleId,
				contrasts(one).hasOnlyCode,
			]),
		);
	};
	const question = "I wanted to pay by card and it says P31";
	expect(valuesFor(question)).toEqual({ error: 1, paying: -1 });
	expect(valuesFor("pay by card")).toEqual({ error: 0, paying: 0 });
	expect(valuesFor("pay by card P32")).toEqual({ error: 0, paying: 0 });
	index.put("both", [], profileOf("Messages", "P31 or P33 at the checkout."));
	expect(valuesFor(question)).toMatchObject({ error: 0, paying: 0 });
});

test("finds another period", () => {
	expect(contrast("pay weekly", "Pay yearly").isOpposite).toBe(1);
});
