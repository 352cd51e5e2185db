import { ADDRESS, LINK, type QuotedMail } from "./quoted-mail.ts";

function reply(
	language: string,
	text: readonly string[],
	attribution: string,
	quoted: string,
	heldOut: boolean,
	signature = "",
): QuotedMail {
	return {
		name: `Thunderbird ${language}`,
		html: `<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n  </head>\n  <body>\n    <p>${text.join("<br>\n    ")}</p>\n    ${signature}<p><br>\n    </p>\n    <div class="moz-cite-prefix">${attribution}<br>\n    </div>\n    <blockquote type="cite" cite="mid:17@desk.example">\n      <p>${quoted}</p>\n    </blockquote>\n    <br>\n  </body>\n</html>\n`,
		body: text.join("\n"),
		quoted,
		heldOut,
	};
}

export const THUNDERBIRD_MAILS: readonly QuotedMail[] = [
	reply(
		"English",
		["All good now.", "Pat"],
		"On 06/11/2023 10:12, Help Desk wrote:",
		"Please restart.",
		false,
	),
	reply(
		"German with a signature",
		["Klappt noch nicht."],
		"Am 06.11.23 um 10:12 schrieb Help Desk:",
		"Bitte neu starten.",
		true,
		`<pre class="moz-signature" cols="72">-- \nPat Example\nExample GmbH</pre>`,
	),
	reply(
		"French",
		["Cela marche."],
		"Le 06/11/2023 à 10:12, Help Desk a écrit :",
		"Veuillez redémarrer.",
		true,
	),
	reply(
		"Spanish",
		["No funciona."],
		"El 6/11/23 a las 10:12, Help Desk escribió:",
		"Reinicie.",
		false,
	),
	reply(
		"Dutch",
		["Prima."],
		"Op 06-11-2023 om 10:12 schreef Help Desk:",
		"Start opnieuw.",
		true,
	),
	reply(
		"Polish",
		["Dalej to samo."],
		"W dniu 6.11.2023 o 10:12, Help Desk pisze:",
		"Proszę zrestartować.",
		false,
	),
	{
		name: "Thunderbird, answer below the quote",
		html: `<html><head></head><body><div class="moz-cite-prefix">Am 06.11.23 um 10:12 schrieb Help Desk:<br></div><blockquote type="cite" cite="mid:17@desk.example"><p>Welche Version?</p></blockquote><p>Version 4.2</p><p>unter Linux</p></body></html>`,
		body: "Version 4.2\n\nunter Linux",
		quoted: "Welche Version?",
		heldOut: false,
	},
	{
		name: "Thunderbird, forwarded with a comment",
		html: `<html><body><p>Is this mail really from you?</p><div class="moz-forward-container"><br><br>-------- Forwarded Message --------<table class="moz-email-headers-table" cellspacing="0" cellpadding="0" border="0"><tbody><tr><th valign="BASELINE" nowrap="nowrap" align="RIGHT">Subject: </th><td>Win a prize</td></tr><tr><th valign="BASELINE" nowrap="nowrap" align="RIGHT">Date: </th><td>Mon, 6 Nov 2023 09:00:00 +0100</td></tr><tr><th valign="BASELINE" nowrap="nowrap" align="RIGHT">From: </th><td>Desk &lt;${LINK}&gt;</td></tr><tr><th valign="BASELINE" nowrap="nowrap" align="RIGHT">To: </th><td>pat@example.com</td></tr></tbody></table><br><br>Click here.</div></body></html>`,
		body: "Is this mail really from you?",
		quoted: "Click here.",
		heldOut: true,
	},
	{
		name: "Thunderbird, a first mail with a rule of its own",
		html: `<html><body><p>Two questions for ${ADDRESS}:</p><hr width="100%" size="2"><p>1. Where is my order?</p><hr width="100%" size="2"><p>2. May I return it?</p></body></html>`,
		body: `Two questions for ${ADDRESS}:\n---\n1. Where is my order?\n---\n2. May I return it?`,
		quoted: "",
		heldOut: false,
	},
];
