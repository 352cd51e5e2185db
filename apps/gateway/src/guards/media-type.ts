import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "@supportdesk/errors/app-error.ts";

export type ContentEncoding = "identity" | "gzip" | "deflate" | "br";

const ENCODINGS: ReadonlyMap<string, ContentEncoding> = new Map([
	["", "identity"],
	["identity", "identity"],
	["gzip", "gzip"],
	["x-gzip", "gzip"], // the same by RFC 9110
	["deflate", "deflate"],
	["br", "br"],
]);

const UTF_8 = /^charset=("?)utf-?8\1$/;

/**
 * Reads the declared type and encoding of a body.
 *
 * @param rawType the type of a body that is no JSON
 * @throws AppError `unsupported_media_type` unless it is of that type, or JSON in UTF-8, with at most one supported
 *   encoding.
 */
export function contentEncodingOf(
	headers: IncomingHttpHeaders,
	rawType?: string,
): ContentEncoding {
	const declared = headers["content-type"] ?? "";
	if (rawType !== undefined && typeOf(declared) !== rawType)
		throw unsupported(`A body must be a mail: send Content-Type: ${rawType}.`);
	if (rawType === undefined && !isJsonInUtf8(declared))
		throw unsupported(
			"A body must be JSON in UTF-8: send Content-Type: application/json.",
		);
	const transfer = headers["transfer-encoding"] ?? "chunked";
	if (transfer.toLowerCase() !== "chunked")
		throw unsupported("Transfer-Encoding must be chunked, and nothing else.");
	const name = (headers["content-encoding"] ?? "").trim().toLowerCase();
	const encoding = ENCODINGS.get(name);
	if (encoding === undefined)
		throw unsupported(
			"Content-Encoding must be gzip, deflate, br or identity, and only one of them.",
		);
	return encoding;
}

const typeOf = (contentType: string) =>
	contentType.split(";", 1)[0]!.trim().toLowerCase();

/** The only accepted parameter is a charset, which many clients send. */
function isJsonInUtf8(contentType: string): boolean {
	const parts = contentType.split(";").map((part) => part.trim().toLowerCase());
	const [type, ...parameters] = parts;
	return (
		type === "application/json" &&
		parameters.every((it) => it === "" || UTF_8.test(it))
	);
}

function unsupported(message: string): AppError {
	return new AppError("invalid_request", "unsupported_media_type", message);
}
