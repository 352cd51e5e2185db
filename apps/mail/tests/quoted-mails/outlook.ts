import { ADDRESS, LINK, type QuotedMail } from "./quoted-mail.ts";

const WORD_HEAD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name="Generator" content="Microsoft Word 15 (filtered medium)"><style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt;} --></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]--></head>`;

const paragraph = (html: string) =>
	`<p class="MsoNormal"><span style="mso-fareast-language:EN-US">${html || "<o:p>&nbsp;</o:p>"}<o:p></o:p></span></p>\n`;

type Labels = readonly [
	from: string,
	sent: string,
	to: string,
	subject: string,
];

/** Outlook for Windows: the header lines below a border. */
function desktop(
	language: string,
	text: readonly string[],
	[from, sent, to, subject]: Labels,
	date: string,
	quoted: string,
	heldOut: boolean,
): QuotedMail {
	return {
		name: `Outlook for Windows ${language}`,
		html: `${WORD_HEAD}<body lang="EN-GB" link="#0563C1" vlink="#954F72" style="word-wrap:break-word"><div class="WordSection1">${text.map(paragraph).join("")}${paragraph("")}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b><span lang="EN-US">${from}</span></b><span lang="EN-US"> Help Desk &lt;${ADDRESS}&gt; <br><b>${sent}</b> ${date}<br><b>${to}</b> Pat Example &lt;pat@example.com&gt;<br><b>${subject}</b> Re: Router<o:p></o:p></span></p></div></div>${paragraph("")}${paragraph(quoted)}</div></body></html>`,
		body: text.join("\n"),
		quoted,
		heldOut,
	};
}

/** Outlook on the web and for mobile devices. */
function web(
	language: string,
	text: readonly string[],
	[from, sent, to, subject]: Labels,
	date: string,
	quoted: string,
	heldOut: boolean,
	signature = "",
): QuotedMail {
	return {
		name: `Outlook on the web ${language}`,
		html: `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr">${text.map((line) => `<div class="elementToProof" style="font-family: Aptos, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);">${line || "<br>"}</div>`).join("\n")}\n${signature}<div id="appendonsend"></div>\n<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>${from}</b> Help Desk &lt;${ADDRESS}&gt;<br><b>${sent}</b> ${date}<br><b>${to}</b> Pat Example &lt;pat@example.com&gt;<br><b>${subject}</b> Re: Router</font><div>&nbsp;</div></div><div><p>${quoted}</p></div></body></html>`,
		body: text.join("\n"),
		quoted,
		heldOut,
	};
}

const EN: Labels = ["From:", "Sent:", "To:", "Subject:"];
const DE: Labels = ["Von:", "Gesendet:", "An:", "Betreff:"];
const FR: Labels = ["De&nbsp;:", "Envoyé&nbsp;:", "À&nbsp;:", "Objet&nbsp;:"];
const ES: Labels = ["De:", "Enviado el:", "Para:", "Asunto:"];
const IT: Labels = ["Da:", "Inviato:", "A:", "Oggetto:"];
const PT: Labels = ["De:", "Enviada em:", "Para:", "Assunto:"];
const NL: Labels = ["Van:", "Verzonden:", "Aan:", "Onderwerp:"];
const PL: Labels = ["Od:", "Wysłano:", "Do:", "Temat:"];
const SV: Labels = ["Från:", "Skickat:", "Till:", "Ämne:"];
const DA: Labels = ["Fra:", "Sendt:", "Til:", "Emne:"];
const RU: Labels = ["От:", "Отправлено:", "Кому:", "Тема:"];
const JA: Labels = ["差出人:", "送信日時:", "宛先:", "件名:"];

export const OUTLOOK_MAILS: readonly QuotedMail[] = [
	desktop(
		"English",
		["Dear team,", "", "it still fails.", "", "Kind regards", "Pat"],
		EN,
		"Monday, November 6, 2023 10:12 AM",
		"Please restart the router.",
		false,
	),
	desktop(
		"German",
		["Guten Tag,", "", "leider nein."],
		DE,
		"Montag, 6. November 2023 10:12",
		"Bitte starten Sie den Router neu.",
		true,
	),
	desktop(
		"French",
		["Bonjour,", "cela fonctionne."],
		FR,
		"lundi 6 novembre 2023 10:12",
		"Veuillez redémarrer le routeur.",
		false,
	),
	desktop(
		"Spanish",
		["Gracias."],
		ES,
		"lunes, 6 de noviembre de 2023 10:12",
		"Reinicie el router.",
		true,
	),
	desktop(
		"Italian",
		["Buongiorno,", "", "non va."],
		IT,
		"lunedì 6 novembre 2023 10:12",
		"Riavvii il router.",
		false,
	),
	desktop(
		"Portuguese",
		["Resolvido."],
		PT,
		"segunda-feira, 6 de novembro de 2023 10:12",
		"Reinicie o roteador.",
		true,
	),
	desktop(
		"Dutch",
		["Dank u."],
		NL,
		"maandag 6 november 2023 10:12",
		"Start de router opnieuw.",
		false,
	),
	desktop(
		"Polish",
		["Nadal nie działa."],
		PL,
		"poniedziałek, 6 listopada 2023 10:12",
		"Proszę zrestartować router.",
		true,
	),
	desktop(
		"Swedish",
		["Tack!"],
		SV,
		"den 6 november 2023 10:12",
		"Starta om routern.",
		true,
	),
	desktop(
		"Danish",
		["Tak for hjælpen."],
		DA,
		"6. november 2023 10:12",
		"Genstart routeren.",
		false,
	),
	desktop(
		"Russian",
		["Не помогло."],
		RU,
		"6 ноября 2023 г. 10:12",
		"Перезагрузите роутер.",
		false,
	),
	desktop(
		"Japanese",
		["直りました。"],
		JA,
		"2023年11月6日 10:12",
		"ルーターを再起動してください。",
		true,
	),
	web(
		"English",
		["Fine now.", "", "Pat"],
		EN,
		"Monday, November 6, 2023 10:12 AM",
		"Please restart the router.",
		false,
	),
	web(
		"German with a signature",
		["Geht wieder."],
		DE,
		"Montag, 6. November 2023 10:12",
		"Bitte neu starten.",
		true,
		`<div id="Signature" class="elementToProof"><p>Pat Example</p><p>Example GmbH</p></div>`,
	),
	web(
		"French for iOS",
		["Merci"],
		FR,
		"lundi, novembre 6, 2023 10:12 AM",
		"Veuillez redémarrer.",
		false,
		`<div dir="ltr" id="ms-outlook-mobile-signature"><div><br></div>Obtenez <a href="https://aka.ms/o0ukef">Outlook pour iOS</a></div>`,
	),
	web(
		"Dutch for Android",
		["Werkt niet."],
		NL,
		"maandag, november 6, 2023 10:12",
		"Start opnieuw.",
		true,
		`<div id="ms-outlook-mobile-signature" dir="auto"><div><br></div><a href="https://aka.ms/AAb9ysg">Outlook voor Android</a> downloaden</div>`,
	),
	{
		name: "Outlook on the web without ids",
		html: `<div>Could you check my bill?</div><div><br></div><hr><div><b>Von:</b> Help Desk &lt;${LINK}&gt;<br><b>Gesendet:</b> Montag, 6. November 2023 10:12:00<br><b>An:</b> Pat Example<br><b>Betreff:</b> Rechnung</div><div><br></div><div>Ihre Rechnung liegt bei.</div>`,
		body: "Could you check my bill?",
		quoted: "Ihre Rechnung liegt bei.",
		heldOut: true,
	},
];
