import { expect, test } from "vitest";
import { urgencyByRule } from "./urgency-rules.ts";

test.each([
	["There was a data breach at our site", "urgent"],
	["I am stranded at the station", "urgent"],
	["Production is down for all customers", "urgent"],
	["Please answer asap", "high"],
	["I was charged me twice", "high"],
	["this is the third time I write", "high"],
	["nobody answers my mails", "high"],
	["Which plans do you have?", undefined],
	["The insurgents were charged", undefined],
] as const)("%j is %s by its words alone", (text, urgency) => {
	expect(urgencyByRule(text)).toBe(urgency);
});
