import { AppError, shownParam } from "@supportdesk/errors/app-error.ts";

/**
 * Parses the query of a request target: every name once, percent-encoded UTF-8, `+` for a space.
 * The result has no prototype, so a parameter may have any name.
 *
 * @throws AppError `invalid_parameter` for a name given twice, a broken percent-encoding, or bytes that are not UTF-8
 */
export function parseQuery(target: string): Record<string, string> {
	const values: Record<string, string> = Object.create(null);
	const start = target.indexOf("?");
	if (start === -1) return values;
	for (const pair of target.slice(start + 1).split("&")) {
		if (pair === "") continue;
		const equals = pair.indexOf("=");
		const name = decode(equals === -1 ? pair : pair.slice(0, equals));
		if (name === undefined)
			throw invalid(null, "A query parameter's name is not valid");
		if (Object.hasOwn(values, name))
			throw invalid(name, `${shownParam(name)} is given more than once`);
		const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
		if (value === undefined)
			throw invalid(name, `${shownParam(name)} is not valid`);
		values[name] = value;
	}
	return values;
}

/** undefined when the text is not percent-encoded UTF-8. */
function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		return undefined;
	}
}

function invalid(param: string | null, problem: string): AppError {
	return new AppError(
		"invalid_request",
		"invalid_parameter",
		`${problem}: send each parameter once, as percent-encoded UTF-8.`,
		param === null ? {} : { param },
	);
}
