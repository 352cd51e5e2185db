import { expect, it } from "vitest";
import { changedAttribute, parseAttribute } from "./attribute.ts";

it("accepts every type, and removes duplicate values of an enum", () => {
	expect(parseAttribute("seats", "number", undefined)).toEqual({
		key: "seats",
		type: "number",
		values: null,
	});
	expect(
		parseAttribute("a-b_C9", "enum", [" e\u0301", " \u00e9 ", "x", "", ""]),
	).toMatchObject({ values: ["\u00e9", "x"] });
});

it.each([
	[
		"a.b",
		"string",
		undefined,
		"A key has 1 to 64 letters, digits, underscores and hyphens.",
	],
	["", "string", undefined, "A key has 1 to 64"],
	["k".repeat(65), "string", undefined, "A key has 1 to 64"],
	[
		"__proto__",
		"int",
		undefined,
		'There is no type "int"; the types are string, number, boolean, date, enum.',
	],
	["a", "enum", undefined, "An enum needs its values"],
	["a", "enum", " , ", "An enum needs its values"],
	["a", "enum", "x".repeat(201), "A value has at most 200 characters."],
	["a", "string", "b", "Only an enum has values."],
])("refuses %j %j %j", (key, type, values, sentence) =>
	expect(() => parseAttribute(key, type, values?.split(","))).toThrow(sentence),
);

const COLOUR = {
	...parseAttribute("colour", "enum", ["red", "blue"]),
	label: "Colour",
	description: null,
};

it("adds values in any order, and removes none", () => {
	const more = { values: ["blue", " green ", "red", "red"] };
	expect(changedAttribute(COLOUR, more)).toEqual({
		...COLOUR,
		values: ["blue", "green", "red"],
	});
	expect(() => changedAttribute(COLOUR, { values: ["red"] })).toThrow(
		"may have the value blue",
	);
	const text = { ...COLOUR, type: "string" as const, values: null };
	expect(() => changedAttribute(text, { values: ["x"] })).toThrow(
		"Only an enum has values.",
	);
});

it("keeps what a change does not name", () => {
	expect(changedAttribute(COLOUR, {})).toEqual(COLOUR);
	expect(changedAttribute(COLOUR, { label: null })).toEqual({
		...COLOUR,
		label: null,
	});
});
