import fc from "fast-check";
import { expect, it, test } from "vitest";
import { isSupported, supportingUnits } from "./support.ts";

const unit = (text: string) => ({
	text,
	kind: "sentence" as const,
	block: 0,
	group: 0,
	isQuoted: false,
	cells: [],
	wordCount: 5,
	start: 0,
	end: text.length,
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

const WORDS =
	"refund order card password click settings reset money account takes days never 14 30 help@desk.example delivery".split(
		" ",
	);
const sentence = fc
	.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 8 })
	.map((words) => `${words.join(" ")}.`);

it("names units that support a sentence by themselves, wherever the passage does", () => {
	let supported = 0;
	fc.assert(
		fc.property(
			fc.array(sentence, { minLength: 1, maxLength: 6 }),
			sentence,
			(texts, claim) => {
				const passage = texts.map(unit);
				if (!isSupported(claim, passage)) return;
				supported += 1;
				const named = supportingUnits(claim, passage);
				expect(isSupported(claim, named)).toBe(true);
				expect(passage.filter((each) => named.includes(each))).toEqual(named);
			},
		),
		{ numRuns: 2_000 },
	);
	expect(supported).toBeGreaterThan(50);
});

it("names the one sentence that says it", () => {
	const passage = ["Refunds take five days.", "Cards are blocked at once."].map(
		unit,
	);
	expect(supportingUnits("Cards get blocked at once.", passage)).toEqual([
		passage[1],
	]);
});

const RETURNS = [
	"Helmets cannot be returned once their seal is broken.",
	"Locks can be returned within five days.",
].map(unit);

test.each([
	["has another number in words", "Locks can be returned within ten days."],
	["has another number", "Locks can be returned within 10 days."],
	[
		"denies of one thing what is denied of another",
		"Locks cannot be returned once their seal is broken.",
	],
	[
		"grants what is denied",
		"Helmets can be returned once their seal is broken.",
	],
])("a sentence that %s is not supported", (_, sentence) => {
	expect(isSupported(sentence, RETURNS, "en")).toBe(false);
});

test("a number in words and in digits is the same", () => {
	expect(isSupported("Locks can be returned within 5 days.", RETURNS)).toBe(
		true,
	);
});

test.each([
	[
		"de",
		"Der Tarif kann gekündigt werden.",
		"Der Tarif kann nicht gekündigt werden.",
	],
	["fr", "Le plan peut être suspendu.", "Le plan ne peut pas être suspendu."],
	[
		"es",
		"El plan puede pausarse en enero.",
		"El plan no puede pausarse en enero.",
	],
	["ja", "プランは停止できます。", "プランは停止できません。"],
	["zh", "套餐可以暂停。", "套餐不可以暂停。"],
])("the opposite is not supported in %s", (language, sentence, opposite) => {
	expect(isSupported(sentence, [unit(sentence)], language)).toBe(true);
	expect(isSupported(opposite, [unit(sentence)], language)).toBe(false);
	expect(isSupported(sentence, [unit(opposite)], language)).toBe(false);
});
