import { AppError } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { ReadBody } from "../bodies/body-reader.ts";
import type { MailFile } from "../domain/mail-files.ts";
import type { MessageBody } from "../domain/message-body.ts";

// As long as a body of the API; what is longer is attached.
const TEXT_LENGTH_MAX = 100_000;
const HTML_LENGTH_MAX = 200_000;

/** What a person wrote in a mail, and the whole of it where that is too long for a message. */
export interface MailWords {
	readonly body: MessageBody;
	readonly files: readonly MailFile[];
}

/**
 * The body of a mail's message: its HTML, sanitised, where there is some that can be shown, else its text. Unlike that of
 * a request, text is never taken for HTML.
 */
export async function readMailWords(
	{ html, text }: { readonly html: string; readonly text: string },
	readBody: ReadBody,
	owner: CallContext,
): Promise<MailWords> {
	const shown = html === "" ? undefined : await readHtml(html, readBody, owner);
	const isLong = text.length > TEXT_LENGTH_MAX;
	const cut = isLong ? text.slice(0, TEXT_LENGTH_MAX).toWellFormed() : text;
	const files = isLong ? [fileOf(text)] : [];
	if (!shown)
		return { body: { format: "text", body: cut, text: cut, raw: null }, files };
	return {
		body: { ...shown, text: cut === "" ? shown.text : cut, raw: null },
		files,
	};
}

async function readHtml(
	html: string,
	readBody: ReadBody,
	owner: CallContext,
): Promise<MessageBody | undefined> {
	if (html.length > HTML_LENGTH_MAX) return undefined;
	try {
		const body = await readBody(html, owner);
		return body.format === "html" && body.body !== "" ? body : undefined;
	} catch (err) {
		// The text says the same, and a mail must not wait for others' HTML again and again.
		if (err instanceof AppError && err.code === "concurrency_limit")
			return undefined;
		throw err;
	}
}

function fileOf(text: string): MailFile {
	return {
		filename: "message.txt",
		contentType: "text/plain",
		contentId: "",
		data: Buffer.from(text),
	};
}

/** What stands in place of the words of a mail that could not be read. */
export function unreadableWords(reason: string, raw: Buffer): MailWords {
	const text = `This mail could not be read (${reason.replaceAll("_", " ")}). It is attached as it came in.`;
	return {
		body: { format: "text", body: text, text, raw: null },
		files: [
			{
				filename: "mail.eml",
				contentType: "message/rfc822",
				contentId: "",
				data: raw,
			},
		],
	};
}
