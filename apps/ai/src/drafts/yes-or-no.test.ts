import { expect, test } from "vitest";
import { saysVerdict, verdictOn, withoutVerdict } from "./yes-or-no.ts";

const verdict = (
	question: string,
	text: string,
	language = "en",
	context = "",
) => verdictOn(question, language, [{ text, context }])?.verdict;

test.each([
	["Can I pay by card?", "You can pay by card or PayPal.", "yes"],
	[
		"Can I ride in the rain?",
		"You can ride in rain, snow and frost, not in hail.",
		"yes",
	],
	["Can I return gloves?", "Lights can be returned, gloves not.", "no"],
	["Can helmets be returned?", "Helmets and gloves cannot be returned.", "no"],
	[
		"Is the sign-in by code on for everyone?",
		"Sign-in by code is on for everyone and cannot be switched off.",
		"yes",
	],
	[
		"Can bikes be returned?",
		"Bikes can be returned and helmets cannot.",
		"yes",
	],
	["Do you deliver to Norway?", "We do not deliver to Norway.", "no"],
	["Do you sell bags?", "We do not sell helmets, gloves or bags.", "no"],
	[
		"Do I have to print the label?",
		"You have to print the label yourself.",
		"yes",
	],
	["Do I need to print a label?", "You do not need to print a label.", "no"],
	["Hi Tom, can I pay by card?", "You can pay by card.", "yes"],
	["Darf ich im Regen fahren?", "Sie dürfen im Regen fahren.", "yes", "de"],
	[
		"Kann ich per Telefon kündigen?",
		"Sie können per Telefon nicht kündigen.",
		"no",
		"de",
	],
	["Puis-je payer par carte ?", "Vous pouvez payer par carte.", "yes", "fr"],
	["¿Puedo pagar con tarjeta?", "Puede pagar con tarjeta.", "yes", "es"],
	["Posso pagare con carta?", "Puoi pagare con carta.", "yes", "it"],
	["Posso pagar com cartão?", "Pode pagar com cartão.", "yes", "pt"],
	["Kan ik met kaart betalen?", "U kunt met kaart betalen.", "yes", "nl"],
	["Czy można płacić kartą?", "Można płacić kartą.", "yes", "pl"],
])(
	"%j is answered by %j with %s",
	(question, text, expected, language = "en") => {
		expect(verdict(question, text, language)).toBe(expected);
	},
);

// Each of these was or would be a wrong answer to a customer.
test.each([
	[
		"another time",
		"Can I return it after 30 days?",
		"You can return it within 30 days.",
	],
	[
		"a condition",
		"Can I return gloves?",
		"Gloves can be returned if they are sealed.",
	],
	[
		"a condition",
		"Can I return gloves?",
		"Gloves cannot be returned once worn.",
	],
	[
		"a lowest amount",
		"Can I pay by bank transfer?",
		"Paying by bank transfer is possible from $3,000.",
	],
	[
		"another thing",
		"Do you deliver to Denmark?",
		"We do not deliver to Norway.",
	],
	["another way", "Can I cancel by phone?", "You can cancel in the app."],
	[
		"a duty for a right",
		"Do I have to wear a helmet?",
		"You can wear a helmet.",
	],
	["a choice", "Can I pay by card or cash?", "You can pay by card."],
	["a request", "Can you tell me the price?", "We can tell you the price."],
	[
		"more than yes or no",
		"Can I pay by card, and what does it cost?",
		"You can pay by card.",
	],
	["a question of denial", "Can't I pay by card?", "You can pay by card."],
	["two questions", "Can I pay by card? Is it free?", "You can pay by card."],
	["no words", "Is it?", "It is."],
])("does not decide %s: %j by %j", (_, question, text) => {
	expect(verdict(question, text)).toBeUndefined();
});

test("does not decide where two sentences contradict each other", () => {
	const statements = ["You can pay by card.", "You cannot pay by card."].map(
		(text) => ({ text, context: "" }),
	);
	expect(verdictOn("Can I pay by card?", "en", statements)).toBeUndefined();
});

test("decides nothing by an article's own question", () => {
	const question = "Can I extend the cable of the pump?";
	expect(verdict(question, question)).toBeUndefined();
});

test("decides nothing below a heading that repeats the question by what is said of something else", () => {
	const context = "Can I extend the cable of the pump?";
	const statements = [
		{ text: "Only outside of the water.", context },
		{ text: "A damaged cable cannot be repaired.", context },
	];
	expect(verdictOn(context, "en", statements)).toBeUndefined();
});

test("takes the subject from the heading above, but nothing from a heading alone", () => {
	const question = "Can I take the battery on a plane?";
	const text = "Airlines do not take the battery.";
	expect(verdict(question, text, "en", "Planes.")).toBe("no");
	expect(verdict(question, text)).toBeUndefined();
	expect(
		verdict(
			"Does the warranty cover theft?",
			"See below.",
			"en",
			"Does the warranty cover theft?",
		),
	).toBeUndefined();
});

test("tells a yes or no of an article's own from a word that begins like one", () => {
	expect(saysVerdict("No. It is not covered.")).toBe(true);
	expect(saysVerdict("No printer is needed.")).toBe(false);
	expect(withoutVerdict("Yes, you can pay by card.")).toBe(
		"You can pay by card.",
	);
	expect(withoutVerdict("Nein.")).toBe("");
});
