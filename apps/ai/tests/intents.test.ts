import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { INTENTS, SEEDS } from "../src/signals/seeds.ts";

// Read as text: an app does not import another.
const reference = readFileSync(
	new URL("../../gateway/src/openapi/intents.ts", import.meta.url),
	"utf8",
);

test("the API reference lists exactly the intents that there are", () => {
	const documented = [...reference.matchAll(/\bname: "(\w+)"/g)].map(
		([, name]) => name,
	);
	expect(documented).toEqual(INTENTS);
	expect(INTENTS.at(-1)).toBe("other");
});

test("every label has seeds, and no seed has two labels", () => {
	for (const seeds of Object.values(SEEDS)) {
		const texts = seeds.map(({ text }) => text.toLowerCase());
		expect(new Set(texts).size).toBe(texts.length);
	}
});
