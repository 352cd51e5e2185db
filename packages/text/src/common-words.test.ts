import { expect, test } from "vitest";
import { isCommonWord } from "./common-words.ts";

test.each(["bought", "brought", "order", "password"])(
	"%s is a common word",
	(word) => {
		expect(isCommonWord(word)).toBe(true);
	},
);

// The last one only continues a word in the vocabulary.
test.each(["recieve", "passwort", "outlok", "bot", "Bought", "ization"])(
	"%s is none",
	(word) => {
		expect(isCommonWord(word)).toBe(false);
	},
);
