import { expect, test } from "vitest";
import { readCues } from "./cues.ts";
import { lexiconOf } from "./lexicon.ts";
import { urgencyOfCues } from "./urgency-of-cues.ts";

const boundsOf = (text: string, language = "en") =>
	urgencyOfCues(readCues(text, lexiconOf(language)!));

test.each([
	["There is smoke coming out of the heater", "urgent"],
	["Someone is spending my money right now", "urgent"],
	["None of our employees can log in", "urgent"],
	["The app is down and our event starts in ten minutes", "urgent"],
	["Customer records are visible to anyone", "urgent"],
	["I was charged twice", "high"],
	["This is the third time I write and nobody answers", "high"],
	["Someone stole my card. I have blocked it already", "high"],
	["The insurgents were charged", "low"],
	["URGENT!!! Which plans do you have", "low"],
	["There was no fire, only a question about my bill", "low"],
] as const)("%j is at least %s", (text, least) => {
	expect(boundsOf(text).least).toBe(least);
});

test.each([
	["What should I do if my card is stolen?", "low"],
	["The outage is fixed, thanks for the quick help", "low"],
	["The menu is slightly too dark, no rush", "normal"],
	["The menu could be brighter, whenever you have time", "normal"],
] as const)("%j is at most %s", (text, most) => {
	expect(boundsOf(text).most).toBe(most);
});

test.each([
	["de", "Es riecht nach Gas, seit der Monteur da war"],
	["fr", "Quelqu'un est en train de vider mon compte"],
	["es", "Nuestra tienda está caída y ningún cliente puede pagar"],
	["it", "Mia madre è chiusa dentro l'ascensore"],
	["pt", "Alguém está usando meu cartão agora"],
	["nl", "Niemand in ons bedrijf kan inloggen"],
	["pl", "Z urządzenia leci dym"],
	["ja", "機械から煙が出ています"],
	["zh", "有人正在盗刷我的银行卡"],
])("finds the emergency in %s", (language, text) => {
	expect(boundsOf(text, language).least).toBe("urgent");
});

test("has no lexicon of other languages", () => {
	expect(lexiconOf("fi")).toBeUndefined();
});
