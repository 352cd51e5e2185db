import { expect, test } from "vitest";
import { createForeignPieces, foreignWords } from "./foreign-pieces.ts";

test("reads words in lower case, without the accents of Latin letters", () => {
	expect(foreignWords("Wie KÜNDIGE ich? Żółty, ガレージ 502")).toEqual([
		"wie",
		"kundige",
		"ich",
		"zołty",
		"ガレージ",
		"502",
	]);
});

const piecesOf = createForeignPieces(
	["rechnung", "s", "adresse", "パスワード", "を", "忘れ"],
	(word) => word === "newsletter",
);

test("cuts words into the longest pieces, those without spaces too", () => {
	expect(piecesOf("rechnung")).toEqual([0]);
	expect(piecesOf("rechnungsadresse")).toEqual([0, 1, 2]);
	expect(piecesOf("パスワードを忘れた")).toEqual([3, 4, 5]);
	expect(piecesOf("ххх")).toEqual([]);
});

test("leaves English words and numbers to the English table", () => {
	expect(piecesOf("newsletter")).toBeUndefined();
	expect(piecesOf("502")).toBeUndefined();
});
