import { readFileSync } from "node:fs";
import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { expect, test } from "vitest";
import { INTENTS, SEEDS } from "../src/signals/seeds.ts";
import { context, givenService, ticket } from "./given.ts";

// Read as text: an app does not import another.
const reference = readFileSync(
	new URL("../../gateway/src/openapi/intents.ts", import.meta.url),
	"utf8",
);

const documented = [
	...reference.matchAll(
		/name: "(\w+)",\s*definition:\s*"([^"]+)",\s*examples: (\[[^\]]+\])/g,
	),
].map(([, name = "", definition = "", examples = ""]) => ({
	name,
	definition,
	examples: [...examples.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text),
}));

test("the API reference lists exactly the intents that there are", () => {
	expect(documented.map(({ name }) => name)).toEqual(INTENTS);
	expect(INTENTS.at(-1)).toBe("other");
});

test("the API reference's examples are read as it says", async () => {
	const { handlers, start } = await givenService();
	await start();
	for (const { name, definition, examples } of documented) {
		expect(definition, name).toMatch(/^[A-Z].*\.$/);
		expect(examples, name).toHaveLength(2);
		const { signals } = await handlers.classify(
			{
				texts: examples.map((text) => ticket(text)),
				effort: Effort.EFFORT_FAST,
				modelId: "",
			},
			context,
		);
		expect(signals.map(({ intent }) => intent)).toEqual([name, name]);
	}
});

test("every label has seeds, and no seed has two labels", () => {
	for (const seeds of Object.values(SEEDS)) {
		const texts = seeds.map(({ text }) => text.toLowerCase());
		expect(new Set(texts).size).toBe(texts.length);
	}
});
