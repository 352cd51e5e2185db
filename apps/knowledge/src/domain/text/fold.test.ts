import { expect, it, test } from "vitest";
import { fold } from "./fold.ts";

test.each([
	["Zoë", "zoe"],
	["ﬁne ＡＢＣ", "fine abc"],
	["ﷺ", "صلى الله عليه وسلم"],
	["한국어".normalize("NFD"), "한국어"],
	["ｶﾞｿﾘﾝ", "ガソリン"],
	["مُحَمَّد", "محمد"],
	["Ёлка, й", "елка, и"],
	["Hasło, Ærø, cœur", "haslo, aero, coeur"],
	["STRASSE Straße", "strasse strasse"],
])("reads %j as %j", (text, expected) => {
	expect(fold(text)).toBe(expected);
});

it("reads a long text of signs that stand for whole phrases up to a bound", () => {
	const text = "ﷺ".repeat(10_000);
	expect(fold(text).length).toBeLessThanOrEqual(41_000);
	expect(fold(`${text} refund`)).toMatch(/^صلى الله/);
});
