import { isUtf8 } from "node:buffer";
import { AppError, type ErrorDetail } from "@supportdesk/errors/app-error.ts";
import {
	endOf,
	findJsonFault,
	textBeforeUtf8Fault,
	textOf,
} from "./json-position.ts";
import { checkJsonShape, type ShapeLimits } from "./json-shape.ts";
import { findForbiddenValues } from "./json-values.ts";

export interface ParsedJson {
	readonly value: unknown;
	/** The texts and numbers in it that the services cannot store. */
	readonly forbidden: readonly ErrorDetail[];
}

/**
 * Parses a body. An empty body is an empty object, so that validation names each missing field.
 * @throws AppError `invalid_json`, which names line and column
 */
export function parseJson(bytes: Uint8Array, shape?: ShapeLimits): ParsedJson {
	if (bytes.length === 0) return { value: {}, forbidden: [] };
	// A decoder would replace broken bytes with U+FFFD and change the text.
	if (!isUtf8(bytes)) {
		throw invalidJson("is not valid UTF-8", textBeforeUtf8Fault(bytes));
	}
	checkJsonShape(bytes, shape);
	const value = parse(textOf(bytes));
	return { value, forbidden: findForbiddenValues(value) };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (err) {
		// The parser's own message quotes the body and seldom has a position, so it is only the cause.
		const before = text.slice(0, findJsonFault(text));
		throw invalidJson("is not valid JSON", before, err);
	}
}

/** @param before the text before the error. */
function invalidJson(
	problem: string,
	before: string,
	cause?: unknown,
): AppError {
	const message = `The body ${problem} (${endOf(before)}).`;
	return new AppError("invalid_request", "invalid_json", message, { cause });
}
