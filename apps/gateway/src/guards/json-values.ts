import {
	DETAILS_MAX,
	type ErrorDetail,
	shownParam,
} from "@supportdesk/errors/app-error.ts";

// A newline is \n or \r\n; a lone carriage return is refused as a control character. Each field's schema decides whether newlines are allowed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const FORBIDDEN_IN_VALUE = /[\0-\x08\x0b\x0c\x0e-\x1f]|\r(?!\n)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const FORBIDDEN_IN_KEY = /[\0-\x1f]/;

/**
 * Finds text that the database or the services cannot store (NUL, control characters, half a surrogate pair) and numbers that
 * JavaScript would change (beyond ±(2^53 − 1)), anywhere in the value; at most as many as a failure lists. Keys such as
 * `__proto__` are treated like other keys.
 *
 * @param value the result of JSON.parse for a body that passed `checkJsonShape`, so it is at most 32 levels deep.
 */
export function findForbiddenValues(value: unknown): ErrorDetail[] {
	const found: ErrorDetail[] = [];
	collect(value, "", found);
	return found;
}

function collect(value: unknown, path: string, found: ErrorDetail[]): void {
	if (found.length === DETAILS_MAX) return;
	const problem = problemOf(value);
	if (problem) found.push(detailOf(path, problem));
	if (typeof value !== "object" || value === null) return;
	for (const [key, item] of Object.entries(value)) {
		// The parent is blamed: a key that cannot be stored cannot be quoted either.
		if (isForbiddenKey(key)) {
			found.push(detailOf(path, FORBIDDEN_KEY));
			return;
		}
		collect(item, path ? `${path}.${key}` : key, found);
	}
}

const FORBIDDEN_KEY =
	"must not have control characters or half surrogate pairs in its keys";

/** Whether a key, or a path of keys, has what cannot be stored. */
export function isForbiddenKey(key: string): boolean {
	return FORBIDDEN_IN_KEY.test(key) || !key.isWellFormed();
}

function problemOf(value: unknown): string | undefined {
	if (typeof value === "string") {
		if (FORBIDDEN_IN_VALUE.test(value))
			return "must not contain control characters";
		if (!value.isWellFormed())
			return "must not contain half of a surrogate pair";
	}
	// What is out of range in the text is also out of range once parsed: 9007199254740993 becomes 2^53, 1e400 becomes Infinity.
	if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)
		return "must be a number within ±9007199254740991";
	return undefined;
}

function detailOf(path: string, problem: string): ErrorDetail {
	return {
		code: "invalid_parameter",
		message: `${path ? shownParam(path) : "The body"} ${problem}.`,
		param: path || null,
	};
}
