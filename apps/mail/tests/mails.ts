import { PARSE_LIMITS } from "../src/parse/limits.ts";
import { readMail } from "../src/parse/read-mail.ts";

/** A mail of these lines. */
export function mailOf(...lines: (string | Buffer)[]): Buffer {
	const end = Buffer.from("\r\n");
	return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), end]));
}

/** Reads it in this process. */
export function readLines(...lines: (string | Buffer)[]) {
	return readMail(mailOf(...lines), PARSE_LIMITS);
}

/** A part of a multipart with the boundary `b`, for a line of `mailOf`. */
export function part(
	type: string,
	content: string | Buffer,
	...headers: string[]
): Buffer {
	const mail = mailOf("--b", `Content-Type: ${type}`, ...headers, "", content);
	return mail.subarray(0, -2);
}
