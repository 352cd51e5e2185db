import fc from "fast-check";
import { expect, it } from "vitest";
import { excerptOf, orderPassages, passagesOf } from "./excerpt.ts";
import { PASSAGES_MAX, splitPassages } from "./passages.ts";

const words = (text: string) => text.match(/\S+/g) ?? [];

it("keeps every word in its order, and no passage too long", () => {
	fc.assert(
		fc.property(
			fc.string({ unit: fc.constantFrom("word", " ", "\n", "\n\n", ". ") }),
			(text) => {
				const passages = splitPassages(text);
				expect(passages.flatMap(words)).toEqual(words(text));
				for (const passage of passages)
					expect(words(passage).length).toBeLessThanOrEqual(90);
			},
		),
	);
});

it.each([
	["Markdown", (title: string) => `## ${title}`],
	["HTML", (title: string) => `<h2>${title}</h2>`],
])("keeps a heading of %s with what it is about", (_format, heading) => {
	const text = "A sentence of five words. ".repeat(5);
	const passages = passagesOf(
		`${text}And three more.\n\n${heading("Lost phone")}\n\nUse a code. ${text}`,
	);
	expect(passages.join("\n")).toContain("Lost phone Use a code.");
});

it("stops at so many passages", () => {
	expect(splitPassages("word ".repeat(90 * 300))).toHaveLength(PASSAGES_MAX);
});

it("excerpts the sentences that contain the question's words, in at most 300 characters", () => {
	const filler = "Nothing of interest stands in this sentence at all. ".repeat(
		9,
	);
	const passage = `${filler}The refund arrives within five days. ${filler}`;
	const excerpt = excerptOf(passage, ["refund", "arriv"]);
	expect(excerpt).toContain("The refund arrives within five days.");
	expect(excerpt.length).toBeLessThanOrEqual(300);
});

it.each([
	[
		"a list without full stops",
		"Open the settings ",
		"Cancel a refund ",
		"refund",
	],
	["text without spaces", "选择设置菜单中的选项", "退款", "退款"],
])(
	"excerpts the question's words also from %s",
	(_what, filler, said, term) => {
		for (const before of [0, 20, 40]) {
			const passage = filler.repeat(before) + said + filler.repeat(40 - before);
			const excerpt = excerptOf(passage.trim(), [term]);
			expect(excerpt).toContain(said.trim());
			expect(excerpt.length).toBeLessThanOrEqual(300);
			expect(passage).toContain(excerpt.replace(/^…|…$/g, ""));
			if (before === 20) expect(excerpt.indexOf(said)).toBeGreaterThan(60);
		}
	},
);

it("never cuts a character in two", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", minLength: 250 }), (text) => {
			const excerpt = excerptOf(text, []);
			expect(excerpt.isWellFormed()).toBe(true);
			expect(excerpt.length).toBeLessThanOrEqual(300);
		}),
	);
});

it("puts the passage with the question's words first", () => {
	const body = `${"About shipping. ".repeat(20)}\n\n${"About a refund. ".repeat(20)}`;
	expect(orderPassages(passagesOf(body), ["refund"], undefined)[0]).toContain(
		"refund",
	);
});
