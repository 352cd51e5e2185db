import { describe, expect, it, test } from "vitest";
import {
	type AttributeDefinition,
	addAttributes,
	mergeAttributes,
} from "./attributes.ts";

const definitions: AttributeDefinition[] = [
	{ key: "note", type: "string", values: [] },
	{ key: "seats", type: "number", values: [] },
	{ key: "trial", type: "boolean", values: [] },
	{ key: "since", type: "date", values: [] },
	{ key: "plan", type: "enum", values: ["free", "pro"] },
];
const merge = (current: object, changes: string) =>
	JSON.parse(mergeAttributes(definitions, JSON.stringify(current), changes));

describe("mergeAttributes", () => {
	it("replaces, adds and removes", () => {
		expect(
			merge({ note: "a", seats: 1 }, `{"seats":2,"note":null,"plan":"pro"}`),
		).toEqual({ seats: 2, plan: "pro" });
	});

	it("lets an absent but defined key be removed", () => {
		expect(merge({}, `{"note":null}`)).toEqual({});
	});

	it("takes an attribute of any name once it is defined", () => {
		const strange = [{ key: "__proto__", type: "string", values: [] }] as const;
		expect(mergeAttributes(strange, "{}", `{"__proto__":"x"}`)).toBe(
			`{"__proto__": "x"}`,
		);
	});

	it("writes attributes as PostgreSQL does", () => {
		const numbers = ["seats", "b", "a", "ä", "abcde"].map((key) => ({
			key,
			type: "number" as const,
			values: [],
		}));
		const changes = `{"seats":-1.5e-7,"abcde":2.5e22,"ä":1.50,"b":-0,"a":1e3}`;
		expect(mergeAttributes(numbers, "{}", changes)).toBe(
			`{"a": 1000, "b": 0, "ä": 1.5, "abcde": 25000000000000000000000, "seats": -0.00000015}`,
		);
	});

	test.each(["color", "__proto__", "toString", "constructor"])(
		"refuses the undefined key %s",
		(key) => {
			expect(() => merge({}, `{"${key}":1}`)).toThrow(
				expect.objectContaining({
					code: "undefined_attribute_key",
					param: `custom_attributes.${key}`,
				}),
			);
			expect(() => merge({}, `{"${key}":null}`)).toThrow(
				expect.objectContaining({ code: "undefined_attribute_key" }),
			);
		},
	);

	test.each([
		["note", 1],
		["note", "x".repeat(2_001)],
		["seats", "1"],
		["trial", "true"],
		["trial", 0],
		["since", "2026-02-30"],
		["since", "2026-1-1"],
		["since", "0000-00-00"],
		["since", 20260101],
		["plan", "gold"],
		["plan", ["pro"]],
		["note", {}],
	])("refuses %s: %j", (key, value) => {
		expect(() => merge({}, JSON.stringify({ [key]: value }))).toThrow(
			expect.objectContaining({
				code: "invalid_attribute_value",
				param: `custom_attributes.${key}`,
			}),
		);
	});

	test.each([
		["since", "2024-02-29"],
		["seats", -1.5],
		["trial", false],
		["note", ""],
	])("takes %s: %j", (key, value) => {
		expect(merge({}, JSON.stringify({ [key]: value }))).toEqual({
			[key]: value,
		});
	});
});

it("begins empty", () => {
	expect(addAttributes(definitions, "")).toBe("{}");
});
