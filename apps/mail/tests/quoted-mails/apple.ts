import { LINK, type QuotedMail } from "./quoted-mail.ts";

const STYLE =
	"overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;";

/** Mail for macOS. */
function mac(
	language: string,
	text: readonly string[],
	attribution: string,
	quoted: string,
	heldOut: boolean,
): QuotedMail {
	const lines = text.map((line) => line || "<br>").join("</div><div>");
	return {
		name: `Apple Mail ${language}`,
		html: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="${STYLE}"><div>${lines}</div><div><br><blockquote type="cite"><div>${attribution}</div><br class="Apple-interchange-newline"><div><div style="${STYLE}">${quoted}</div></div></blockquote></div><br></body></html>`,
		body: text.join("\n"),
		quoted,
		heldOut,
	};
}

/** Mail for iOS. */
function phone(
	language: string,
	text: string,
	sent: string,
	attribution: string,
	quoted: string,
	heldOut: boolean,
): QuotedMail {
	return {
		name: `iOS Mail ${language}`,
		html: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">${text}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">${sent}</div><div dir="ltr"><br><blockquote type="cite">${attribution}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\ufeff<p>${quoted}</p></div></blockquote></body></html>`,
		body: text.replaceAll("<br>", "\n"),
		quoted,
		heldOut,
	};
}

export const APPLE_MAILS: readonly QuotedMail[] = [
	mac(
		"English",
		["That fixed it.", "", "Best", "Pat"],
		`On 6 Nov 2023, at 10:12, Help Desk &lt;${LINK}&gt; wrote:`,
		"Please restart the router.",
		true,
	),
	mac(
		"German",
		["Danke, läuft."],
		`Am 06.11.2023 um 10:12 schrieb Help Desk &lt;${LINK}&gt;:`,
		"Bitte neu starten.",
		false,
	),
	mac(
		"Dutch",
		["Gelukt."],
		`Op 6 nov 2023, om 10:12 heeft Help Desk &lt;${LINK}&gt; het volgende geschreven:`,
		"Start opnieuw.",
		false,
	),
	mac(
		"Polish",
		["Dziękuję."],
		`Wiadomość napisana przez Help Desk &lt;${LINK}&gt; w dniu 06.11.2023, o godz. 10:12:`,
		"Proszę zrestartować.",
		true,
	),
	mac(
		"Japanese",
		["了解です。"],
		`2023/11/06 10:12、Help Desk &lt;${LINK}&gt;のメール：`,
		"再起動してください。",
		true,
	),
	phone(
		"English",
		"Still broken<br>Any idea?",
		"Sent from my iPhone",
		`On 6 Nov 2023, at 10:12, Help Desk &lt;${LINK}&gt; wrote:`,
		"Please restart.",
		false,
	),
	phone(
		"German",
		"Geht nicht",
		"Von meinem iPhone gesendet",
		`Am 06.11.2023 um 10:12 schrieb Help Desk &lt;${LINK}&gt;:`,
		"Bitte neu starten.",
		true,
	),
	phone(
		"French",
		"Merci bien",
		"Envoyé de mon iPhone",
		`Le 6 nov. 2023 à 10:12, Help Desk &lt;${LINK}&gt; a écrit&nbsp;:`,
		"Veuillez redémarrer.",
		false,
	),
	phone(
		"Spanish",
		"Gracias",
		"Enviado desde mi iPad",
		`El 6 nov 2023, a las 10:12, Help Desk &lt;${LINK}&gt; escribió:`,
		"Reinicie.",
		true,
	),
	phone(
		"Italian",
		"Perfetto",
		"Inviato da iPhone",
		`Il giorno 6 nov 2023, alle ore 10:12, Help Desk &lt;${LINK}&gt; ha scritto:`,
		"Riavvii.",
		false,
	),
	{
		name: "Apple Mail, answers between the quotes",
		html: `<html><body style="${STYLE}"><br><div><br><blockquote type="cite"><div>On 6 Nov 2023, at 10:12, Help Desk &lt;${LINK}&gt; wrote:</div><br class="Apple-interchange-newline"><div>Which version?</div></blockquote><div><br></div>Version 4.2<br><blockquote type="cite"><div>Which system?</div></blockquote><div><br></div>macOS 14</div></body></html>`,
		body: "Version 4.2\n\nmacOS 14",
		quoted: "Which version?",
		heldOut: true,
	},
	{
		name: "Apple Mail, a mail that only forwards",
		html: `<html><body style="${STYLE}"><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br class="Apple-interchange-newline"><div><span><b>From: </b></span><span>Shop &lt;shop@example.com&gt;<br></span></div><div><span><b>Subject: </b></span><span><b>Your order</b><br></span></div><div><span><b>Date: </b></span><span>6 November 2023 at 09:00:00 CET<br></span></div><br><div>Your order is late.</div></blockquote></div></body></html>`,
		body: "Begin forwarded message:\n\nFrom: Shop <shop@example.com>\nSubject: Your order\nDate: 6 November 2023 at 09:00:00 CET\n\nYour order is late.",
		quoted: "",
		heldOut: false,
	},
];
