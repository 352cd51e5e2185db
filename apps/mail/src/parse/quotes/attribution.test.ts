import { expect, it } from "vitest";
import { findAttribution } from "./attribution.ts";
import { textLines } from "./text-lines.ts";

/** The lines of a text that end in the line above a quote; undefined when none does. */
function attributionIn(text: string): string | undefined {
	const lines = textLines(text);
	for (let end = 0; end < lines.length; end += 1) {
		const start = findAttribution(lines, end);
		if (start === undefined) continue;
		const own = lines.slice(start, end + 1);
		return own.map(({ content }) => content).join("\n");
	}
	return undefined;
}

it.each([
	[
		"English",
		"On Mon, Nov 6, 2023 at 10:12 AM Help <help@desk.example> wrote:",
	],
	["Apple Mail", "On 6 Nov 2023, at 10:12, Help <help@desk.example> wrote:"],
	["German", "Am 06.11.23 um 10:12 schrieb Help:"],
	[
		"German, Gmail",
		"Am Mo., 6. Nov. 2023 um 10:12 Uhr schrieb Help <help@desk.example>:",
	],
	[
		"German, Gmail for mobile devices",
		"Help <help@desk.example> schrieb am Mo., 6. Nov. 2023, 10:12:",
	],
	["German, older programs", "Help schrieb am 06.11.2023 um 10:12:"],
	["English, older programs", "Help wrote on 11/6/23 10:12 AM:"],
	["French", "Le lun. 6 nov. 2023 à 10:12, Help <help@desk.example> a écrit :"],
	[
		"Spanish",
		"El lun, 6 nov 2023 a las 10:12, Help (<help@desk.example>) escribió:",
	],
	[
		"Italian",
		"Il giorno lun 6 nov 2023 alle ore 10:12 Help <help@desk.example> ha scritto:",
	],
	[
		"Portuguese",
		"Em seg., 6 de nov. de 2023 às 10:12, Help <help@desk.example> escreveu:",
	],
	["Dutch", "Op ma 6 nov 2023 om 10:12 schreef Help <help@desk.example>:"],
	[
		"Dutch, Apple Mail",
		"Op 6 nov 2023, om 10:12 heeft Help <help@desk.example> het volgende geschreven:",
	],
	["Polish", "pon., 6 lis 2023 o 10:12 Help <help@desk.example> napisał(a):"],
	["Swedish", "Den mån 6 nov. 2023 kl 10:12 skrev Help <help@desk.example>:"],
	["Danish", "Den man. 6. nov. 2023 kl. 10.12 skrev Help <help@desk.example>:"],
	["Norwegian", "man. 6. nov. 2023 kl. 10:12 skrev Help <help@desk.example>:"],
	[
		"Finnish",
		"ma 6. marrask. 2023 klo 10.12 Help (help@desk.example) kirjoitti:",
	],
	[
		"Czech",
		"po 6. 11. 2023 v 10:12 odesílatel Help <help@desk.example> napsal:",
	],
	["Russian", "пн, 6 нояб. 2023 г. в 10:12, Help <help@desk.example>:"],
	[
		"Turkish",
		"Help <help@desk.example>, 6 Kas 2023 Pzt, 10:12 tarihinde şunu yazdı:",
	],
	[
		"Hungarian",
		"Help <help@desk.example> ezt írta (időpont: 2023. nov. 6., H, 10:12):",
	],
	["Japanese", "2023年11月6日(月) 10:12 Help <help@desk.example>:"],
	["Chinese", "Help <help@desk.example> 于2023年11月6日周一 10:12写道："],
	[
		"Korean",
		"2023년 11월 6일 (월) 오전 10:12, Help <help@desk.example>님이 작성:",
	],
	[
		"Portuguese of Portugal",
		"Help <help@desk.example> escreveu (segunda, 6/11/2023 à(s) 10:12):",
	],
	["Bulgarian", "На пн, 6.11.2023 г. в 10:12 Help <help@desk.example> написа:"],
	["Thai", "ในวันที่ จ. 6 พ.ย. 2023 เวลา 10:12 Help <help@desk.example> เขียนว่า:"],
	[
		"Hebrew",
		"בתאריך יום ב׳, 6 בנוב׳ 2023 ב-10:12 מאת \u202aHelp\u202c\u200f <\u202ahelp@desk.example\u202c\u200f>:\u202c",
	],
	["Android", "---- Help wrote ----"],
])("finds the line above a quote in %s", (_, line) => {
	expect(attributionIn(`Thanks!\n\n${line}\n\n> Text`)).toBe(line);
});

it("finds one that a program has wrapped", () => {
	const lines =
		"On Mon, Nov 6, 2023 at 10:12 AM, Help Desk of\nExample <\nhelp@desk.example>\nwrote:";
	expect(attributionIn(`Thanks!\n\n${lines}\n\n> Text`)).toBe(lines);
});

it("finds one that Gmail has wrapped before the hour in Hungarian", () => {
	const lines =
		"Help <help@desk.example> ezt írta (időpont: 2023. nov. 6., H,\n10:12):";
	expect(attributionIn(`Köszönöm!\n\n${lines}\n\n> Text`)).toBe(lines);
});

it("finds its beginning where only the name and the verb are on the last line", () => {
	const lines =
		'06.11.2023 10:12 пользователь "Help" <\nhelp@desk.example> написал:';
	expect(attributionIn(`Спасибо\n${lines}\n> Text`)).toBe(lines);
});

it.each([
	"On your side you can run:",
	"Here is what I wrote:",
	"Am Montag habe ich Ihnen geschrieben.",
	"These are the steps:",
	"Opening hours: 10:30",
	"This is what your agent wrote on 6 Nov 2023:",
	"My address is pat@example.com",
	"On 6 Nov 2023 I asked Pat <pat@example.com> this:",
])("takes a person's own line for none: %s", (line) => {
	expect(attributionIn(`${line}\n\nText`)).toBeUndefined();
});
