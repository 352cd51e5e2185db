import { Unreadable } from "../unreadable.ts";

// Several times what honest mails have. The time for checking signatures grows with the square of most of these.
const HEAD_BYTES_MAX = 256 * 1024;
const LINES_MAX = 5_000;
const FIELDS_MAX = 2_000;
const TRACES_MAX = 200;
const TRACE_CHARACTERS_MAX = 8 * 1024;
const SIGNATURES_MAX = 20;

const END = /\n\r?\n/;
const FIELD = /\n(?![ \t])/;
const TRACE = /^(?:received|arc-|dkim-signature)/i;
const SIGNATURE = /^dkim-signature/i;

/** @throws Unreadable for headers that no server lets pass, whose signatures would take long to check */
export function requirePlausibleHead(raw: Buffer): void {
	const start = raw.subarray(0, HEAD_BYTES_MAX).toString("latin1");
	const end = start.search(END);
	if (end === -1 && raw.length > HEAD_BYTES_MAX) refuse();
	const head = end === -1 ? start : start.slice(0, end);
	const fields = head.split(FIELD);
	const traces = fields.filter((field) => TRACE.test(field));
	if (
		fields.length > FIELDS_MAX ||
		traces.length > TRACES_MAX ||
		traces.some(({ length }) => length > TRACE_CHARACTERS_MAX) ||
		traces.filter((field) => SIGNATURE.test(field)).length > SIGNATURES_MAX ||
		head.split("\n").length > LINES_MAX
	)
		refuse();
}

function refuse(): never {
	throw new Unreadable("headers_too_large");
}
