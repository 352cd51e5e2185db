import { isUtf8 } from "node:buffer";
import { AppError } from "@supportdesk/errors/app-error.ts";
import {
	endOf,
	findJsonFault,
	textBeforeUtf8Fault,
	textOf,
} from "./json-position.ts";
import { checkJsonShape } from "./json-shape.ts";
import { checkJsonValues } from "./json-values.ts";

/**
 * Parses a body. An empty one is an empty object, so that what it misses is named field by field.
 * @throws AppError `invalid_json`, which names line and column, or `invalid_parameter` for a text or number that nothing behind the gateway may see
 */
export function parseJson(bytes: Uint8Array): unknown {
	if (bytes.length === 0) return {};
	// A decoder would put U+FFFD in the place of broken bytes and store what nobody wrote.
	if (!isUtf8(bytes)) {
		throw invalidJson("is not valid UTF-8", textBeforeUtf8Fault(bytes));
	}
	checkJsonShape(bytes);
	const value = parse(textOf(bytes));
	checkJsonValues(value);
	return value;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (err) {
		// The parser's own message quotes the body and seldom says where, so it stays inside.
		const before = text.slice(0, findJsonFault(text));
		throw invalidJson("is not valid JSON", before, err);
	}
}

/** @param before what stands before the fault. */
function invalidJson(
	problem: string,
	before: string,
	cause?: unknown,
): AppError {
	const message = `The body ${problem} (${endOf(before)}).`;
	return new AppError("invalid_request", "invalid_json", message, { cause });
}
