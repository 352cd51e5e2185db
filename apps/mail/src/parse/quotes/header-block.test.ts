import { expect, it } from "vitest";
import { startsHeaderBlock } from "./header-block.ts";
import { textLines } from "./text-lines.ts";

const starts = (text: string) => startsHeaderBlock(textLines(text), 0);

it.each([
	[
		"English",
		"From: Help Desk\nSent: Monday, November 6, 2023 10:12 AM\nTo: Pat\nSubject: Router",
	],
	[
		"English, bold",
		"*From:* Help Desk\n*Sent:* Monday\n*To:* Pat\n*Subject:* Router",
	],
	[
		"German",
		"Von: Help Desk\nGesendet: Montag, 6. November 2023 10:12\nAn: Pat\nBetreff: Router",
	],
	[
		"French",
		"De : Help Desk\nEnvoyé : lundi 6 novembre 2023 10:12\nÀ : Pat\nObjet : Router",
	],
	[
		"Spanish",
		"De: Help Desk\nEnviado el: lunes, 6 de noviembre de 2023\nPara: Pat\nAsunto: Router",
	],
	[
		"Italian",
		"Da: Help Desk\nInviato: lunedì 6 novembre 2023\nA: Pat\nOggetto: Router",
	],
	[
		"Portuguese",
		"De: Help Desk\nEnviada em: segunda-feira\nPara: Pat\nAssunto: Router",
	],
	[
		"Dutch",
		"Van: Help Desk\nVerzonden: maandag 6 november 2023\nAan: Pat\nOnderwerp: Router",
	],
	["Polish", "Od: Help Desk\nWysłano: poniedziałek\nDo: Pat\nTemat: Router"],
	[
		"Swedish",
		"Från: Help Desk\nSkickat: den 6 november 2023\nTill: Pat\nÄmne: Router",
	],
	["Danish", "Fra: Help Desk\nSendt: 6. november 2023\nTil: Pat\nEmne: Router"],
	[
		"Russian",
		"От: Help Desk\nОтправлено: 6 ноября 2023 г.\nКому: Pat\nТема: Router",
	],
	[
		"Japanese",
		"差出人: Help Desk\n送信日時: 2023年11月6日\n宛先: Pat\n件名: Router",
	],
	[
		"with a list of recipients on several lines",
		"From: Help Desk\nTo: one@example.com;\ntwo@example.com;\nthree@example.com\nSubject: Router",
	],
	[
		"with the date first",
		"Date: Mon, 6 Nov 2023 10:12:00 +0100\nFrom: help@desk.example",
	],
	["without a subject", "От: Help Desk\nОтправлено: понедельник\nКому: Pat"],
])("finds the header lines of a quoted mail, %s", (_, text) => {
	expect(starts(`${text}\n\nText`)).toBe(true);
});

it.each([
	[
		"a journey",
		"From: Berlin\nTo: Munich\nDate: 6 November\n\nIs there a train?",
	],
	["one line", "From: my side it looks fine\nand more"],
	["a list", "Name: Pat\nOrder: 17\nSubject: shoes"],
	[
		"a line for whom something is",
		"To: whom it may concern\nI want to complain",
	],
])("takes a person's own lines for none: %s", (_, text) => {
	expect(starts(text)).toBe(false);
});
