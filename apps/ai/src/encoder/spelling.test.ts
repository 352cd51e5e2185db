import { expect, test } from "vitest";
import { openWordPiece } from "./vocabulary.ts";

const wordPiece = openWordPiece();

test.each(["whey", "rescind", "nauseous", "paneer", "congrats", "wassup"])(
	"%s is spelled like a word that the vocabulary does not hold",
	(word) => {
		expect(wordPiece.isPiece(word)).toBe(false);
		expect(wordPiece.isSpelledLikeAWord(word)).toBe(true);
	},
);

test.each(["asdf", "qwerty", "dfghjk", "zxmnvb", "hjkl", "", "ünal", "x9"])(
	"%s is not",
	(word) => {
		expect(wordPiece.isSpelledLikeAWord(word)).toBe(false);
	},
);

test("of keys struck at random one in fifty at most is taken for a word", () => {
	let state = 1;
	const random = (below: number) => {
		state = (state * 48_271) % 0x7fffffff;
		return state % below;
	};
	const struck = Array.from({ length: 5_000 }, () =>
		Array.from({ length: 4 + random(6) }, () =>
			String.fromCharCode(97 + random(26)),
		).join(""),
	);

	const taken = struck.filter(wordPiece.isSpelledLikeAWord);

	expect(taken.length).toBeLessThanOrEqual(struck.length / 50);
});
