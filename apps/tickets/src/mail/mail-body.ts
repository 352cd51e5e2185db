import { renderMessage } from "@supportdesk/markdown/message.ts";
import { htmlToText } from "../domain/html-text.ts";
import type { Message } from "../domain/message.ts";
import { sanitise } from "../domain/message-body.ts";

// Mail programs fold a signature behind this line (RFC 3676, section 4.3), which many type as a part of it.
const SEPARATOR = /^\s*--[ \t]*(?:\r?\n|$)/;

/** A mail's body as text, and as HTML where it has more than words. */
export interface MailBody {
	readonly text: string;
	readonly html: string | undefined;
}

/**
 * What a mail shows of a message, with the signature below. Markdown becomes HTML, and text without its marks; what is
 * plain text stays as it was typed.
 */
export function mailBody(
	{
		body,
		bodyText,
		bodyFormat,
	}: Pick<Message, "body" | "bodyText" | "bodyFormat">,
	givenSignature: string,
): MailBody {
	const signature = givenSignature.replace(SEPARATOR, "");
	const html = bodyFormat === "html" ? body : htmlOfMarkdown(body);
	const text = bodyFormat === "html" || !html ? bodyText : htmlToText(html);
	return {
		text: signature === "" ? text : `${text}\n\n-- \n${signature}`,
		html: html && (signature === "" ? html : html + signatureHtml(signature)),
	};
}

function htmlOfMarkdown(text: string): string | undefined {
	const html = renderMessage(text);
	return html === undefined ? undefined : sanitise(html);
}

const ESCAPES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
};

function signatureHtml(signature: string): string {
	const escaped = signature
		.replace(/[&<>]/g, (each) => ESCAPES[each]!)
		.replace(/\r?\n/g, "<br />");
	return `<p>-- <br />${escaped}</p>`;
}
