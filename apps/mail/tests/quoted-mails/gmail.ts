import { ADDRESS, LINK, type QuotedMail } from "./quoted-mail.ts";

const STYLE =
	"margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex";

function reply(
	language: string,
	text: readonly string[],
	attribution: string,
	quoted: string,
	heldOut: boolean,
): QuotedMail {
	const lines = text.map((line) => `<div>${line || "<br>"}</div>`).join("");
	return {
		name: `Gmail ${language}`,
		html: `<div dir="ltr">${lines}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${attribution}<br></div><blockquote class="gmail_quote" style="${STYLE}"><div dir="ltr"><p>${quoted}</p></div>\n</blockquote></div>\n`,
		body: text.join("\n"),
		quoted,
		heldOut,
	};
}

const ON = `On Mon, Nov 6, 2023 at 10:12 AM Help Desk &lt;${LINK}&gt; wrote:`;

export const GMAIL_MAILS: readonly QuotedMail[] = [
	reply(
		"English",
		["Yes, that worked.", "", "Thanks!"],
		ON,
		"Please restart the router.",
		false,
	),
	reply(
		"German",
		["Hat geklappt, danke.", "", "Viele Grüße"],
		`Am Mo., 6. Nov. 2023 um 10:12&nbsp;Uhr schrieb Help Desk &lt;${LINK}&gt;:`,
		"Bitte starten Sie den Router neu.",
		false,
	),
	reply(
		"French",
		["Toujours rien."],
		`Le&nbsp;lun. 6 nov. 2023 à&nbsp;10:12, Help Desk &lt;${LINK}&gt; a écrit&nbsp;:`,
		"Veuillez redémarrer le routeur.",
		true,
	),
	reply(
		"Spanish",
		["Sigue sin funcionar.", "¿Qué hago?"],
		`El lun, 6 nov 2023 a las 10:12, Help Desk (&lt;${LINK}&gt;) escribió:`,
		"Reinicie el router, por favor.",
		false,
	),
	reply(
		"Italian",
		["Grazie mille"],
		`Il giorno lun 6 nov 2023 alle ore 10:12 Help Desk &lt;${LINK}&gt; ha scritto:`,
		"Riavvii il router.",
		true,
	),
	reply(
		"Portuguese",
		["Obrigado, resolvido."],
		`Em seg., 6 de nov. de 2023 às 10:12, Help Desk &lt;${LINK}&gt; escreveu:`,
		"Reinicie o roteador.",
		false,
	),
	reply(
		"Dutch",
		["Het werkt weer."],
		`Op ma 6 nov 2023 om 10:12 schreef Help Desk &lt;${LINK}&gt;:`,
		"Start de router opnieuw.",
		true,
	),
	reply(
		"Polish",
		["Działa, dziękuję."],
		`pon., 6 lis 2023 o 10:12 Help Desk &lt;${LINK}&gt; napisał(a):`,
		"Proszę zrestartować router.",
		true,
	),
	reply(
		"Swedish",
		["Det fungerar inte."],
		`Den mån 6 nov. 2023 kl 10:12 skrev Help Desk &lt;${LINK}&gt;:`,
		"Starta om routern.",
		false,
	),
	reply(
		"Russian",
		["Спасибо, помогло."],
		`пн, 6 нояб. 2023&nbsp;г. в 10:12, Help Desk &lt;${LINK}&gt;:`,
		"Перезагрузите роутер.",
		true,
	),
	reply(
		"Japanese",
		["直りました。", "ありがとうございます。"],
		`2023年11月6日(月) 10:12 Help Desk &lt;${LINK}&gt;:`,
		"ルーターを再起動してください。",
		false,
	),
	{
		name: "Gmail with answers between the quotes",
		html: `<div dir="ltr"><div>See below.</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${ON}<br></div><blockquote class="gmail_quote" style="${STYLE}">Which version do you use?</blockquote><div>4.2</div><blockquote class="gmail_quote" style="${STYLE}">On which system?</blockquote><div>Windows 11</div></div>`,
		body: "See below.\n4.2\nWindows 11",
		quoted: "Which version do you use?",
		heldOut: false,
	},
	{
		name: "Gmail with a signature",
		html: `<div dir="ltr">Any news?<div><br clear="all"></div><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr"><b>Pat Example</b><div>Example Ltd</div></div></div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${ON}<br></div><blockquote class="gmail_quote" style="${STYLE}">We are looking into it.</blockquote></div>`,
		body: "Any news?",
		quoted: "Example Ltd",
		heldOut: true,
	},
	{
		name: "Gmail, a mail that only forwards",
		html: `<div dir="ltr"><br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong class="gmail_sendername" dir="auto">Shop</strong> <span dir="auto">&lt;<a href="mailto:shop@example.com">shop@example.com</a>&gt;</span><br>Date: Mon, Nov 6, 2023 at 9:00 AM<br>Subject: Your order<br>To:  &lt;${LINK}&gt;<br></div><br><br><div dir="ltr">Your order 17 is delayed.</div></div></div>`,
		body: `---------- Forwarded message ---------\nFrom: Shop <shop@example.com>\nDate: Mon, Nov 6, 2023 at 9:00 AM\nSubject: Your order\nTo: <${ADDRESS}>\n\n\nYour order 17 is delayed.`,
		quoted: "",
		heldOut: true,
	},
	{
		name: "Gmail, forwarded with a comment",
		html: `<div dir="ltr">Please check this one.<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Weitergeleitete Nachricht ---------<br>Von: <strong class="gmail_sendername" dir="auto">Shop</strong> <span dir="auto">&lt;shop@example.com&gt;</span><br>Date: Mo., 6. Nov. 2023 um 09:00&nbsp;Uhr<br>Subject: Bestellung<br>To:  &lt;${LINK}&gt;<br></div><br>Ihre Bestellung verspätet sich.</div></div>`,
		body: "Please check this one.",
		quoted: "Ihre Bestellung verspätet sich.",
		heldOut: false,
	},
	{
		name: "Gmail, an indented paragraph of the person's own",
		html: `<div dir="ltr">I typed<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>ping desk.example</div></blockquote><div>and got no answer.</div></div>`,
		body: "I typed\nping desk.example\nand got no answer.",
		quoted: "",
		heldOut: true,
	},
];
