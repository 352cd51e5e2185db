import { expect, test } from "vitest";
import { readCues } from "./cues.ts";
import { lexiconOf } from "./lexicon.ts";
import { toneOf } from "./tone.ts";

const toneIn = (text: string, language = "en") =>
	toneOf(readCues(text, lexiconOf(language)!));

test.each([
	["en", "Great, another update and now nothing works."],
	["en", "Well done, the app crashes three times a day"],
	["de", "Na toll, die App stürzt dauernd ab"],
	["fr", "Bravo, encore un colis perdu"],
	["ja", "毎日落ちる素晴らしいアプリですね"],
])("takes praise for a failure as sarcasm: %s %j", (language, text) => {
	expect(toneIn(text, language).isSarcastic).toBe(true);
});

test.each([
	["en", "The login problem was solved within minutes, thank you!"],
	["en", "I was so angry yesterday, but it works again. Thanks!"],
	["de", "Vielen Dank, das Problem ist gelöst"],
	["zh", "问题解决了，谢谢你们"],
])("takes thanks for a repair as thanks: %s %j", (language, text) => {
	expect(toneIn(text, language)).toMatchObject({
		isGrateful: true,
		isAngry: false,
		isSarcastic: false,
	});
});

test("finds nothing in a calm request with thanks in advance", () => {
	expect(toneIn("Please send me the invoice, thank you in advance")).toEqual({
		isAngry: false,
		isSarcastic: false,
		isGrateful: false,
		isCalm: true,
	});
});

test("notices shouting", () => {
	expect(toneIn("WHERE IS MY PARCEL, I ASK").isCalm).toBe(false);
	expect(toneIn("Where is my parcel?!").isCalm).toBe(false);
});
