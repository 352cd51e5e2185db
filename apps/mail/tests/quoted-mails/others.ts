import { ADDRESS, LINK, type QuotedMail } from "./quoted-mail.ts";

export const OTHER_MAILS: readonly QuotedMail[] = [
	{
		name: "Yahoo English",
		html: `<html><head></head><body><div class="ydp1a2b3c4dyahoo-style-wrap" style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:13px;"><div></div><div dir="ltr" data-setdir="false">It is working again.</div><div><br></div></div><div id="yahoo_quoted_1234567890" class="yahoo_quoted"><div style="font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;"><div>On Monday, November 6, 2023 at 10:12:00 AM GMT+1, Help Desk &lt;${ADDRESS}&gt; wrote:</div><div><br></div><div><br></div><div>Please restart.</div></div></div></body></html>`,
		body: "It is working again.",
		quoted: "Please restart.",
		heldOut: false,
	},
	{
		name: "Yahoo German for Android",
		html: `<div><div>Danke</div></div><div id="ymail_android_signature"><a id="ymail_android_signature_link" href="https://mail.onelink.me/107872968">Von Yahoo Mail auf Android gesendet</a></div><br><blockquote style="margin: 0 0 20px 0;"><div style="font-family:Roboto, sans-serif; color:#6D00F6;"><div>Am Mo., Nov. 6, 2023 um 10:12 schrieb Help Desk</div><div>&lt;${ADDRESS}&gt;:</div></div><div style="padding: 10px 0 0 20px; margin: 10px 0 0 0; border-left: 1px solid #6D00F6;">Bitte neu starten.</div></blockquote>`,
		body: "Danke",
		quoted: "Bitte neu starten.",
		heldOut: true,
	},
	{
		name: "Samsung Email English",
		html: `<html><head></head><body><div dir="auto">No luck</div><div dir="auto"><br></div><div dir="auto"><br></div><div id="composer_signature" dir="auto"><div style="font-size:85%;color:#575757" dir="auto">Sent from my Galaxy</div></div><div dir="auto"><br></div><div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>From: Help Desk &lt;${ADDRESS}&gt; </div><div>Date: 06/11/2023  10:12  (GMT+01:00) </div><div>To: pat@example.com </div><div>Subject: Re: Router </div><div><br></div></div><p>Please restart.</p></body></html>`,
		body: "No luck",
		quoted: "Please restart.",
		heldOut: false,
	},
	{
		name: "Samsung Email German",
		html: `<html><body><div dir="auto">Geht nicht</div><div dir="auto"><br></div><div id="composer_signature" dir="auto"><div dir="auto">Von meinem Galaxy gesendet</div></div><div align="left" dir="auto"><div>-------- Ursprüngliche Nachricht --------</div><div>Von: Help Desk &lt;${ADDRESS}&gt; </div><div>Datum: 06.11.23  10:12  (GMT+01:00) </div><div>An: pat@example.com </div><div>Betreff: Re: Router </div><div><br></div></div><p>Bitte neu starten.</p></body></html>`,
		body: "Geht nicht",
		quoted: "Bitte neu starten.",
		heldOut: true,
	},
	{
		name: "Proton Mail English",
		html: `<div style="font-family: Arial, sans-serif; font-size: 14px;">It works.</div><div class="protonmail_signature_block" style="font-family: Arial, sans-serif;"><div class="protonmail_signature_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">Sent with <a href="https://proton.me/">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Monday, November 6th, 2023 at 10:12 AM, Help Desk &lt;${LINK}&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Please restart.</blockquote><br></div>`,
		body: "It works.",
		quoted: "Please restart.",
		heldOut: true,
	},
	{
		name: "GMX German",
		html: `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>Guten Tag,</div><div>es geht.</div><div>&nbsp;<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Montag, 06. November 2023 um 10:12 Uhr<br/><b>Von:</b>&nbsp;&quot;Help Desk&quot; &lt;${ADDRESS}&gt;<br/><b>An:</b>&nbsp;pat@example.com<br/><b>Betreff:</b>&nbsp;Re: Router</div><div name="quoted-content">Bitte neu starten.</div></div></div></div></div></body></html>`,
		body: "Guten Tag,\nes geht.",
		quoted: "Bitte neu starten.",
		heldOut: false,
	},
	{
		name: "A company's notice below",
		html: `<p>When does my contract end?</p><p>Pat Example</p><p>This e-mail and any files transmitted with it are confidential and intended solely for the use of the individual or entity to whom they are addressed. If you have received this e-mail in error please notify the sender.</p>`,
		body: "When does my contract end?\n\nPat Example",
		quoted: "intended solely",
		heldOut: true,
	},
	{
		name: "A first mail with an image between its lines",
		html: `<div>This is what I see:</div><div><img src="cid:screen@example.com" alt="screen.png" width="300"></div><div>What now?</div>`,
		body: "This is what I see:\n\nWhat now?",
		quoted: "",
		heldOut: false,
	},
];
