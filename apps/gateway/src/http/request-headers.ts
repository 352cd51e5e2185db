import type { IncomingMessage } from "node:http";

/**
 * All values of a header, in their order. Node's `headersDistinct` would build a table of every header first.
 *
 * @param name in lower case.
 */
export function headerValues(
	{ rawHeaders }: IncomingMessage,
	name: string,
): string[] {
	const values: string[] = [];
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const given = rawHeaders[i]!;
		if (given.length === name.length && given.toLowerCase() === name) {
			values.push(rawHeaders[i + 1]!);
		}
	}
	return values;
}
