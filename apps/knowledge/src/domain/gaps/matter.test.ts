import { expect, it } from "vitest";
import { asksNothing, matterOf } from "./matter.ts";

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
