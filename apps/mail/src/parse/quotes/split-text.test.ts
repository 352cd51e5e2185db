import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { splitText } from "./split-text.ts";

const ON = "On Mon, Nov 6, 2023 at 10:12 AM Help <help@desk.example> wrote:";

it.each([
	[
		"above a quote",
		`Thanks!\n\n${ON}\n> Please restart.\n>\n> Help`,
		"Thanks!",
	],
	["below a quote", `${ON}\n\n> Please restart.\n\nThanks!`, "Thanks!"],
	["above and below", `Hi,\n${ON}\n> Which?\n\nVersion 4`, "Hi,\n\nVersion 4"],
	[
		"between quotes",
		`${ON}\n> Which?\n\n4.2\n\n> Where?\n\nAt home\n`,
		"4.2\n\n\nAt home",
	],
	[
		"directly below a quoted line",
		`${ON}\n> Which?\n4.2\n> Where?\nAt home`,
		"4.2\nAt home",
	],
	[
		"above a quote with the signature directly below it",
		`Thanks!\n\n${ON}\n> Please restart.\n-- \nPat`,
		"Thanks!",
	],
	[
		"above a quote without marks",
		`Thanks!\n\n${ON}\n\nPlease restart.\nHelp`,
		"Thanks!",
	],
	[
		"above header lines",
		"Thanks!\n\nFrom: Help\nSent: Monday\nTo: Pat\nSubject: Re: x\n\nText",
		"Thanks!",
	],
	[
		"above a rule and header lines",
		"Thanks!\n________________________________\nFrom: Help\nSent: Monday\nTo: Pat\nSubject: Re: x\n\nText",
		"Thanks!",
	],
	[
		"above the original message",
		"Danke!\n\n-----Ursprüngliche Nachricht-----\nText",
		"Danke!",
	],
	[
		"above a forwarded mail",
		"Is this you?\n\n---------- Forwarded message ---------\nFrom: x@example.com\n\nText",
		"Is this you?",
	],
	["on the line of the attribution", `Thanks! ${ON}\n> Text`, "Thanks!"],
	[
		"before a wrapped end of a quoted line",
		`${ON}\n> a line that was so long that the program of its sender wrapped it\nhere\n> and more\n\nYes`,
		"Yes",
	],
	[
		"before a signature and a quote",
		`Thanks!\n-- \nPat\n\n${ON}\n> Text`,
		"Thanks!",
	],
	[
		"before a notice of a company",
		"When?\n\nThis e-mail and any attachment are confidential and only for the intended recipient. If you are not the intended recipient, delete it.",
		"When?",
	],
])("keeps what a person wrote %s", (_, text, body) => {
	expect(splitText(text).body).toBe(body);
});

it.each([
	["nothing but text", "Hello\n\n- one\n- two\n\nPat"],
	[
		"a forwarded mail alone",
		"---------- Forwarded message ---------\nFrom: x@example.com\nSubject: Bill\n\nYour bill",
	],
	["a quote alone", `${ON}\n> Text`],
	["a signature alone", "Sent from my iPhone"],
	["arrows", "Visit us\n>>> >>> https://desk.example <<<\nNow"],
	["a comparison", "It is wrong that a > b"],
])("keeps a mail whole that is %s", (_, text) => {
	expect(splitText(text)).toEqual({ body: text, quoted: "" });
});

it("keeps what is quoted and the signature apart", () => {
	const { quoted } = splitText(`Thanks!\n\n-- \nPat\n\n${ON}\n> Text\n`);
	expect(quoted).toBe(`-- \nPat\n\n${ON}\n> Text`);
});

const LINE = fc.oneof(
	fc.constantFrom(
		"",
		ON,
		"> quoted",
		">> twice",
		"-- ",
		"---",
		"Hello",
		"From: a@example.com",
		"Sent: now",
		"Subject: x",
		"-----Original Message-----",
		"Sent from my iPhone",
		"wrote:",
		"-Pat",
		"________",
	),
	fc.string({ unit: "binary" }),
);

it("loses no text and invents none, whatever the mail", () => {
	fc.assert(
		fc.property(fc.array(LINE, { maxLength: 40 }), (lines) => {
			const text = lines.join("\n");
			const { body, quoted } = splitText(text);
			const characters = (it: string) =>
				[...it.replace(/\s/gu, "")].sort().join("");
			expect(characters(body + quoted)).toBe(characters(text));
		}),
		{ numRuns: 2_000 },
	);
});

it.each([
	["one line of a mebibyte", "a".repeat(1 << 20)],
	["quote marks", ">".repeat(1 << 20)],
	["quote marks and spaces", "> ".repeat(1 << 19)],
	["spaces", " ".repeat(1 << 20)],
	["colons", `On 1:${":".repeat(1 << 20)}`],
	["dashes", "-".repeat(1 << 20)],
	["the beginnings of attributions", "On 6 Nov 2023 10:12 ".repeat(50_000)],
	["attributions on one line", `${ON} `.repeat(16_000)],
	["lines that end in colons", "On 10:12 x:\n".repeat(90_000)],
	[
		"lines that share attributions",
		`${"On 1 ".repeat(90)} wrote:\n`.repeat(2_000),
	],
	["lines of labels", "From: x\n".repeat(130_000)],
	["labels without values", `${"Subject".repeat(50)}:\n`.repeat(3_000)],
	["separators of signatures", "--\n".repeat(350_000)],
	["rules", "_____\nx\n".repeat(130_000)],
	["mobile programs", `${"Sent from my ".repeat(11)}iPhone\n`.repeat(7_000)],
	["notices", `${"This message ".repeat(20)}confidential\n\n`.repeat(4_000)],
	["links", `${"> (http".repeat(100)}\nx\n`.repeat(1_400)],
	["addresses", "a@".repeat(500_000)],
])("reads a mebibyte of %s in linear time", (_, text) => {
	const start = threadTimeMs();
	splitText(text);
	expect(threadTimeMs() - start).toBeLessThan(4_000);
});
