import { expect, test } from "vitest";
import { questionsIn } from "./questions-in.ts";

test.each([
	[
		"two on a line",
		"How do I cancel? Where are my invoices?",
		["How do I cancel?", "Where are my invoices?"],
	],
	[
		"behind a question in lower case",
		"How do I cancel? and where are my invoices?",
		["How do I cancel?", "and where are my invoices?"],
	],
	[
		"with the sentences that lead to each",
		"Desk\nHello,\nmy desk squeaks. How do I oil it? I also moved. How do I change my address?\n\nThanks\nAda",
		[
			"my desk squeaks.\nHow do I oil it?",
			"I also moved.\nHow do I change my address?",
		],
	],
	[
		"in a list",
		"Hello,\nI would like to know:\n1. How do I cancel?\n- Where are my invoices?\nb) Can I pay?",
		[
			"I would like to know:\nHow do I cancel?",
			"Where are my invoices?",
			"Can I pay?",
		],
	],
	[
		"of another script",
		"解約はどうすればできますか？請求書はどこにありますか？",
		["解約はどうすればできますか？", "請求書はどこにありますか？"],
	],
	[
		"no more than a draft has sources",
		"Can I pay? Can I cancel? Can I return it? Can I call?",
		["Can I pay?", "Can I cancel?", "Can I return it?"],
	],
])("finds the questions: %s", (_, text, questions) => {
	expect(questionsIn(text)).toEqual(questions);
});

test.each([
	["one question", "My desk squeaks. How do I oil it?"],
	["none", "My desk squeaks. I have oiled it."],
	["a courtesy beside one", "Hi, how are you? How do I oil my desk?"],
	[
		"the parameters of an address",
		"Why does https://example.com/?a=1&b=2 not open?",
	],
	[
		"one of the history",
		"How do I oil my desk?\n\nOn Mon, 2 June 2025 at 10:00, Support wrote:\n> Which desk is it?",
	],
])("finds none: %s", (_, text) => {
	expect(questionsIn(text)).toEqual([]);
});
