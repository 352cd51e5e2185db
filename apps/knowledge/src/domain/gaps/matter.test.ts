import { expect, it } from "vitest";
import { asksNothing, matterOf, onlyThanks } from "./matter.ts";

it.each([
	["Question\nHow do I replace the filter?", "How do I replace the filter?"],
	["Help please\nThe pump is loud.", "The pump is loud."],
	[
		"Hello dear team,\nI have a question. Do you ship to Norway?\nThanks in advance!\nBest regards",
		"Do you ship to Norway?",
	],
	["Frage\nWie lange hält der Akku?", "Wie lange hält der Akku?"],
	["Bonjour,\nLivrez-vous en Norvège ?", "Livrez-vous en Norvège ?"],
	["Thanks, but where is the manual?", "Thanks, but where is the manual?"],
	["Return the pump\nHow do I send it back?", undefined],
	["how to reset", undefined],
	["???", undefined],
])("finds what is asked in %j", (text, matter = text) => {
	expect(matterOf(text)).toBe(matter);
});

it.each([
	"Hello",
	"Hi there! Thank you so much for your help.",
	"Thanks, everything works now!",
	"Question",
	"Vielen Dank für die schnelle Lösung",
	"你好",
	"Just wanted to say thanks for the quick fix!",
	"Ich wollte nur danke sagen",
	"Je voulais juste vous remercier pour la livraison rapide.",
	"Quería dar las gracias por el buen servicio",
])("finds no matter in %j", (text) => {
	expect(matterOf(text)).toBe("");
});

it.each([
	["Thank you, it works now!", true],
	["Great, that worked.\nBest regards", true],
	["ok thanks", true],
	["Prima, hat geklappt. Vielen Dank!", true],
	["Merci, c'est bon", true],
	["Perfecto, ya funciona", true],
	["好的，谢谢", true],
	["Super, vielen Dank, jetzt läuft sie wieder!", true],
	["Great, thank you for sorting this out so fast", true],
	["Thanks, please send the invoice to my new address", false],
	["Danke, ich möchte den Vertrag kündigen", false],
	["Thanks, it doesn't charge", false],
	["Gracias, no funciona", false],
	["The pump leaks since Monday, thanks", false],
	["No thanks", false],
	["Thank you and another request, are the new rates for me as well", false],
	["", true],
	["Thanks, but it still does not work", false],
	["It does not work", false],
	["Is it working again now?", false],
	["Thanks. When does my parcel arrive?", false],
	["Great service, as always...", false],
	["2019", false],
])("tells whether %j asks nothing: %s", (message, expected) => {
	expect(asksNothing(message)).toBe(expected);
});

it.each([
	["Thank you\nJust wanted to say thanks for the quick fix!", true],
	["Danke\nSuper, vielen Dank!", true],
	["Question\nI want to contact customer support.", false],
	["Thanks\nHow do I reset it?", false],
])("tells whether %j only thanks: %s", (message, expected) => {
	expect(onlyThanks(message)).toBe(expected);
});
