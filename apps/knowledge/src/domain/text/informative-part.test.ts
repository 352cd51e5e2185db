import { expect, test } from "vitest";
import { informativePart } from "./informative-part.ts";

const SIGNATURE = "--\nAda Berg\nBerg Ltd, 3 Quay Street\nTel. 0123 456";
const HISTORY =
	"On Mon, 2 June 2025 at 10:00, Support wrote:\n> Your parcel has left.";

test.each([
	[
		"greeting, courtesy, closing and signature",
		`Hello,\n\nI hope you are well. How do I change my address?\n\nKind regards\nAda\n${SIGNATURE}`,
		"How do I change my address?",
	],
	[
		"history of another matter",
		`Hi Tom,\nthe lamp does not switch on.\n\n${HISTORY}`,
		"the lamp does not switch on.",
	],
	[
		"quoted lines before the answer",
		"> Did it help?\n> Support\n\nNo, it stays dark.",
		"No, it stays dark.",
	],
	[
		"what a phone adds",
		"Where is my parcel?\n\nSent from my iPhone",
		"Where is my parcel?",
	],
	[
		"headers of a pasted mail",
		"From: Ada\nTo: Support\nSubject: Re: Fwd: Broken lamp\n\nIt is dark.",
		"Broken lamp\nIt is dark.",
	],
	[
		"the addressee of a letter",
		"To Berg Ltd\n\nHow do I change my address?\n\nKind regards\nAda",
		"How do I change my address?",
	],
	[
		"a name without a closing",
		"hello\n\nhow do i change my address\n\nada",
		"how do i change my address",
	],
	[
		"a greeting without a mark",
		"Pump\nhello my pump is broken",
		"Pump\nmy pump is broken",
	],
	[
		"a greeting of readers without a mark",
		"Garantie\nhallo zusammen\nwie lange ist die garantie",
		"Garantie\nwie lange ist die garantie",
	],
	[
		"a closing in another spelling",
		"good day\n\nhow do i change my address\n\nmit freundlichen gruessen\na. berg",
		"how do i change my address",
	],
])("leaves out %s", (_, text, expected) => {
	expect(informativePart(text).focus).toBe(expected);
});

test("keeps of a mail with several sentences those that ask or complain", () => {
	const text =
		"Dear all,\n\nwe moved to Leeds in spring and painted the kitchen green. The lamp above the table does not switch on. My sister gave it to us. What can I do?\n\nThanks\nAda";
	expect(informativePart(text).focus).toBe(
		"The lamp above the table does not switch on.",
	);
});

test.each([
	[
		"without capitals",
		"hello\n\ni am back from a long journey to the north of italy. the lamp above my table does not work. please explain\n\nthanks",
		"the lamp above my table does not work.",
	],
	[
		"that compares",
		"Hello,\n\nwe are back from a long journey to the north of Italy. This bill is higher than usual. Please explain.\n\nThanks",
		"This bill is higher than usual.",
	],
])("keeps what complains of a mail %s", (_, text, expected) => {
	expect(informativePart(text).focus).toBe(expected);
});

test("keeps all sentences of a mail that asks without naming what", () => {
	const text =
		"Hello,\n\nmy son put the lamp up in the hall at Easter. For a week now it has been buzzing in the evening. Could you help me please?\n\nThanks\nAda";
	expect(informativePart(text).focus).toBe(
		"my son put the lamp up in the hall at Easter.\nFor a week now it has been buzzing in the evening.",
	);
});

test.each([
	["a typed question", "reset password"],
	["thanks alone", "Thank you!"],
	["a greeting alone", "Hello"],
	["a quote alone", "> It stays dark."],
	[
		"the description of a problem",
		"The import stops.\nThe log names line 12.\nIt worked in version 4.",
	],
])("returns %s as it is", (_, text) => {
	expect(informativePart(text).focus).toBe(text);
});
