import { MISLEADING } from "@supportdesk/text/misleading.ts";
import type { MimePart } from "../mime/split-mime.ts";
import type { MailAttachment } from "../parsed-mail.ts";

const FILENAME_BYTES_MAX = 200; // file systems hold 255, some readers add to a name
const TYPE = /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,100}$/;
const MISLEADING_ALL = new RegExp(MISLEADING.source, "gu");
const DEFAULT_NAMES: Readonly<Record<string, string>> = {
	"text/plain": "text.txt",
	"text/html": "message.html",
	"text/calendar": "invitation.ics",
	"text/vcard": "contact.vcf",
	"text/csv": "table.csv",
	"text/rfc822-headers": "headers.txt",
	"message/rfc822": "message.eml",
	"message/delivery-status": "delivery-status.txt",
	"message/disposition-notification": "disposition-notification.txt",
	"application/pdf": "document.pdf",
	"application/pgp-signature": "signature.asc",
	"application/pgp-encrypted": "version.asc",
	"application/pkcs7-mime": "smime.p7m",
	"application/x-pkcs7-mime": "smime.p7m",
	"application/pkcs7-signature": "smime.p7s",
	"application/x-pkcs7-signature": "smime.p7s",
	"image/png": "image.png",
	"image/jpeg": "image.jpg",
	"image/gif": "image.gif",
	"image/webp": "image.webp",
	"image/svg+xml": "image.svg",
};

/** A part as a file. `shown` are the content ids that the HTML names. */
export function toAttachment(
	part: MimePart,
	shown: ReadonlySet<string>,
): MailAttachment {
	const contentType = TYPE.test(part.contentType)
		? part.contentType
		: "application/octet-stream";
	return {
		filename: safeFilename(part.filename) || defaultName(contentType),
		contentType,
		data: part.data,
		contentId: part.contentId,
		inline: part.contentId !== null && shown.has(part.contentId),
	};
}

/** A declared name without folders and without what starts a line or changes the writing direction. */
export function safeFilename(declared: string | null): string {
	const normal = (declared ?? "").normalize("NFC");
	const base = normal
		.slice(Math.max(normal.lastIndexOf("/"), normal.lastIndexOf("\\")) + 1)
		.replace(MISLEADING_ALL, "")
		.trim();
	return base === "." || base === ".." ? "" : shorten(base);
}

/** Keeps the extension. */
function shorten(name: string): string {
	if (Buffer.byteLength(name) <= FILENAME_BYTES_MAX) return name;
	const dot = name.lastIndexOf(".");
	const extension = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : "";
	let stem = "";
	let bytes = Buffer.byteLength(extension);
	for (const character of name) {
		bytes += Buffer.byteLength(character);
		if (bytes > FILENAME_BYTES_MAX) break;
		stem += character;
	}
	return stem + extension;
}

function defaultName(contentType: string): string {
	return DEFAULT_NAMES[contentType] ?? "attachment.bin";
}
