import { expect, it } from "vitest";
import { questionText } from "./question-text.ts";

it.each([
	["Refund", "Where is my money?", "Refund\nWhere is my money?"],
	["How do I pay", "how do I pay?", "how do I pay?"],
	[" How do I pay", "How do I pay ?!", "How do I pay ?!"],
	[
		"How do I pay",
		"How do I pay? By card?",
		"How do I pay\nHow do I pay? By card?",
	],
	["Order 1", "Order 12", "Order 1\nOrder 12"],
	["支払い", "支払い方法", "支払い\n支払い方法"],
])("joins the subject %j and the body %j to %j", (subject, body, text) => {
	expect(questionText(subject, body)).toBe(text);
});
