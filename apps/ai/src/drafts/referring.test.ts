import { expect, test } from "vitest";
import { beginsReferring, refersWithin } from "./referring.ts";

test.each([
	["en", "It takes effect at once.", true],
	["en", "To cancel, open the settings.", false],
	["en", "Ten days later you are asked again.", false],
	["de", "Das wirkt sofort.", true],
	["de", "Das ist kostenlos.", true],
	["de", "Das Paket wird abgeholt.", false],
	["de", "Das neue Passwort gilt sofort.", false],
	["de", "Es gibt drei Wege.", false],
	["fr", "Cela prend un jour.", true],
	["pl", "To potrwa jeden dzień.", true],
	["ja", "それから確認します。", true],
	[undefined, "To cancel, open the settings.", false],
])(
	"in %s %j begins with what refers to the sentence before: %s",
	(language, text, expected) => {
		expect(beginsReferring(text, language)).toBe(expected);
	},
);

test.each([
	["en", "A filter does not help against them.", true],
	["en", "Open the settings and save.", false],
	["de", "Ein Filter hilft gegen sie nicht.", true],
	["de", "Wir erstatten den Betrag für Sie.", false],
])(
	"in %s %j refers to what was named before: %s",
	(language, text, expected) => {
		expect(refersWithin(text, language)).toBe(expected);
	},
);
