import pg from "pg";

const { builtins, getTypeParser } = pg.types;
const MILLISECOND_DIGITS = 3;

/**
 * A `timestamptz(3)` in UTC as the API writes it: `2026-11-21 09:30:00.5+00` becomes `2026-11-21T09:30:00.500Z`. It is
 * pasted into JSON and into cursors as it is; a Date would cost two conversions and say nothing more.
 */
export function timestampText(text: string): string {
	const end = text.length - "+00".length;
	const fraction = text.slice("2026-11-21 09:30:00.".length, end);
	return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(MILLISECOND_DIGITS, "0")}Z`;
}

const PARSERS = new Map<number, (text: string) => unknown>([
	[builtins.TIMESTAMPTZ, timestampText],
	// A Date would be midnight in the zone of the machine.
	[builtins.DATE, (text) => text],
	[builtins.INT8, Number],
	// JSON stays text: most of it is written into an answer unread.
	[builtins.JSON, (text) => text],
	[builtins.JSONB, (text) => text],
]);

/** How the text that PostgreSQL sends for a type becomes a value. */
export function parserOf(typeId: number): (text: string) => unknown {
	return PARSERS.get(typeId) ?? getTypeParser(typeId, "text");
}
