import { expect, it } from "vitest";
import { matterOf } from "./matter.ts";

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
