import libmime from "libmime";
import type { HeaderLine } from "./header-line.ts";
import { decodeWords, unfold } from "./header-text.ts";

/** The name that a part declares for its file; null if it declares none. */
export function filenameOf(lines: readonly HeaderLine[]): string | null {
	return (
		parameterOf(lines, "content-disposition", "filename") ||
		parameterOf(lines, "content-type", "name") ||
		null
	);
}

function parameterOf(
	lines: readonly HeaderLine[],
	header: string,
	parameter: string,
): string | undefined {
	const line = lines.find(({ name }) => name === header);
	if (!line) return undefined;
	const { params, decodedParams } = libmime.parseHeaderValue(
		unfold(line.value),
		{ stripComments: true },
	);
	const value = params[parameter];
	// What RFC 2231 encodes may look like an encoded word, and is none.
	return value && !decodedParams.includes(parameter)
		? decodeWords(value)
		: value;
}
