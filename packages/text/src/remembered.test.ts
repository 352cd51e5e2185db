import { expect, it } from "vitest";
import { remembered } from "./remembered.ts";

function counted(entriesMax: number, charactersMax?: number) {
	const computed: string[] = [];
	const compute = (text: string) => {
		computed.push(text);
		return text === "nothing" ? undefined : { text };
	};
	return { computed, of: remembered(entriesMax, compute, charactersMax) };
}

it("computes a text once, also where nothing comes of it", () => {
	const { computed, of } = counted(2);
	expect(of("a")).toBe(of("a"));
	expect(of("nothing")).toBeUndefined();
	expect(of("nothing")).toBeUndefined();
	expect(computed).toEqual(["a", "nothing"]);
});

it("forgets the text that was asked for longest ago", () => {
	const { computed, of } = counted(2);
	for (const text of ["a", "b", "a", "c", "a", "b"]) of(text);
	expect(computed).toEqual(["a", "b", "c", "b"]);
});

it("keeps nothing of a text that is too long", () => {
	const { computed, of } = counted(2, 3);
	for (const text of ["abcd", "abcd", "abc", "abc"]) of(text);
	expect(computed).toEqual(["abcd", "abcd", "abc"]);
});
