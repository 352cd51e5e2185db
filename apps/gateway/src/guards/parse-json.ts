import { isUtf8 } from "node:buffer";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { checkJsonShape } from "./json-shape.ts";
import { checkJsonValues } from "./json-values.ts";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Parses a body. An empty one is an empty object, so that what it misses is named field by field.
 * @throws AppError `invalid_json`, or `invalid_parameter` for a text or number that nothing behind the gateway may see
 */
export function parseJson(bytes: Uint8Array): unknown {
	if (bytes.length === 0) return {};
	// A decoder would put U+FFFD in the place of broken bytes and store what nobody wrote.
	if (!isUtf8(bytes)) throw invalidJson("The body is not valid UTF-8.");
	checkJsonShape(bytes);
	const value = parse(textOf(bytes));
	checkJsonValues(value);
	return value;
}

function textOf(bytes: Uint8Array): string {
	const marked = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
	const start = marked ? BYTE_ORDER_MARK.length : 0;
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
		"utf8",
		start,
	);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (err) {
		// The parser's own message quotes the body, so it stays inside.
		throw invalidJson("The body is not valid JSON.", err);
	}
}

function invalidJson(message: string, cause?: unknown): AppError {
	return new AppError("invalid_request", "invalid_json", message, { cause });
}
