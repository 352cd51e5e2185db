import { expect, it, test } from "vitest";
import { isSupported } from "./support.ts";

const unit = (text: string) => ({
	text,
	kind: "sentence" as const,
	block: 0,
	wordCount: 5,
});
const PASSAGE =
	"Write to help@desk.example, see my-shop.example.com or call 0800.";

test.each([
	["Write to help@desk.example.", true],
	["Write to other@desk.example.", false],
	["See my-shop.example.com.", true],
	["See my-shop.evil.com.", false],
	["See (example.com) or call.", false],
	["Call 0800!", true],
	["Call 0801!", false],
])("%j beside the passage is supported: %j", (sentence, expected) => {
	expect(isSupported(sentence, [unit(PASSAGE)])).toBe(expected);
});

it.each(["a", "a.", "a-", "a@", "a@.", "\u2028"])(
	"reads a word of 400,000 characters of %j at once",
	(part) => {
		const word = part.repeat(400_000 / part.length);
		const passage = [
			unit(PASSAGE),
			unit(word),
			unit(`a@${".".repeat(400_000)}x`),
		];
		expect(isSupported("Write to help@desk.example.", passage)).toBe(true);
	},
);
