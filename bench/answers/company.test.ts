import { expect, test } from "vitest";
import { readCompany } from "./company.ts";

const CLASSES_WITHOUT_ARTICLE = ["near misses", "unanswerable"];

test.each(["trial", "development", "development-2"])(
	"reads the company %s, whose questions all have an article but those of two classes",
	(name) => {
		const { articles, questions } = readCompany(name);
		expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
		expect(
			articles.filter(({ title, body }) => title === "" || body === ""),
		).toEqual([]);
		const without = questions.filter(({ gold }) => gold.length === 0);
		expect([...new Set(without.map(({ className }) => className))]).toEqual(
			CLASSES_WITHOUT_ARTICLE,
		);
		const mails = questions.filter(({ className }) => className === "mail");
		expect(mails.every(({ text }) => text.includes("\n"))).toBe(true);
	},
);
