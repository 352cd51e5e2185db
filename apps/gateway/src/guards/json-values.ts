import { AppError, shownParam } from "@supportdesk/errors/app-error.ts";

// A newline is \n or \r\n; a lone carriage return is refused as a control character. Each field's schema decides whether newlines are allowed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const FORBIDDEN_IN_VALUE = /[\0-\x08\x0b\x0c\x0e-\x1f]|\r(?!\n)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const FORBIDDEN_IN_KEY = /[\0-\x1f]/;

/**
 * Refuses text that the database or the services cannot store (NUL, control characters, half a surrogate pair) and numbers that
 * JavaScript would change (beyond ±(2^53 − 1)), anywhere in the value. Keys such as `__proto__` are treated like other keys.
 *
 * @param value the result of JSON.parse for a body that passed `checkJsonShape`, so it is at most 32 levels deep.
 * @throws AppError `invalid_parameter` with the path of the invalid value
 */
export function checkJsonValues(value: unknown, path = ""): void {
	if (typeof value === "string") checkText(value, path);
	else if (typeof value === "number") checkNumber(value, path);
	else if (Array.isArray(value)) {
		for (const [i, item] of value.entries())
			checkJsonValues(item, joinPath(path, String(i)));
	} else if (typeof value === "object" && value !== null) {
		for (const [key, item] of Object.entries(value)) {
			checkKey(key, path);
			checkJsonValues(item, joinPath(path, key));
		}
	}
}

function checkText(text: string, path: string): void {
	if (FORBIDDEN_IN_VALUE.test(text))
		throw invalid(path, "must not contain control characters");
	if (!text.isWellFormed())
		throw invalid(path, "must not contain half of a surrogate pair");
}

/** The error names the parent, because a key that cannot be stored cannot be quoted either. */
function checkKey(key: string, parent: string): void {
	if (FORBIDDEN_IN_KEY.test(key) || !key.isWellFormed())
		throw invalid(
			parent,
			"must not have control characters or half surrogate pairs in its keys",
		);
}

function checkNumber(number: number, path: string): void {
	// A number out of range in the text is out of range after parsing, too: 9007199254740993 becomes 2^53, 1e400 becomes Infinity.
	if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
		throw invalid(path, "must be a number within ±9007199254740991");
}

const joinPath = (path: string, key: string) => (path ? `${path}.${key}` : key);

function invalid(path: string, problem: string): AppError {
	return new AppError(
		"invalid_request",
		"invalid_parameter",
		`${path ? shownParam(path) : "The body"} ${problem}.`,
		path ? { param: path } : {},
	);
}
