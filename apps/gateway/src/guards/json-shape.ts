import { AppError } from "@supportdesk/errors/app-error.ts";
import { endOf, textOf } from "./json-position.ts";

export const DEPTH_MAX = 32;
export const KEYS_MAX = 1_000;
// Commas and strings. No request needs a tenth of it, and 30 MiB of `[1,1,1,…` would take 250 ms to parse and 460 ms to pass between threads.
export const PARTS_MAX = 20_000;

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** How much a body may consist of. */
export interface ShapeLimits {
	readonly keysMax: number;
	/** Commas and strings. */
	readonly partsMax: number;
}

const ONE_RESOURCE: ShapeLimits = { keysMax: KEYS_MAX, partsMax: PARTS_MAX };
/** Of a thousand tickets with twenty messages each. Parsing as many values takes some 0.1 s. */
export const IMPORT_SHAPE: ShapeLimits = {
	keysMax: 120_000,
	partsMax: 360_000,
};

/**
 * Refuses JSON that is nested too deeply or has too many parts before it is parsed, so that the cost of parsing is proportional to its bytes.
 * It only counts; the parser checks the syntax.
 *
 * @throws AppError `invalid_json`
 */
export function checkJsonShape(
	bytes: Uint8Array,
	{ keysMax, partsMax }: ShapeLimits = ONE_RESOURCE,
): void {
	const { length } = bytes;
	let depth = 0;
	let keys = 0;
	let parts = 0;
	const refused = (what: string, at: number) => {
		const message = `The body has ${what} (${endOf(textOf(bytes.subarray(0, at)))}).`;
		return new AppError("invalid_request", "invalid_json", message);
	};
	for (let i = 0; i < length; i++) {
		const byte = bytes[i];
		if (byte === QUOTE) {
			parts += 1;
			i = endOfString(bytes, i + 1);
		} else if (byte === COMMA) parts += 1;
		else if (byte === COLON) {
			keys += 1;
			if (keys > keysMax) throw refused(`more than ${keysMax} keys`, i);
		} else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
			depth += 1;
			if (depth > DEPTH_MAX)
				throw refused(`more than ${DEPTH_MAX} levels of nesting`, i);
		} else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
		if (parts > partsMax) throw refused("too many values", i);
	}
}

/** The index of the quote that ends a string, or the end of the bytes. */
function endOfString(bytes: Uint8Array, start: number): number {
	const quote = bytes.indexOf(QUOTE, start);
	const end = quote === -1 ? bytes.length : quote;
	// Most strings have no escapes; attachments never do, and are scanned at memory speed.
	if (bytes[end - 1] !== BACKSLASH) return end;
	let i = start;
	while (i < bytes.length && bytes[i] !== QUOTE)
		i += bytes[i] === BACKSLASH ? 2 : 1;
	return i;
}
