const LENGTH_MAX = 100;
const COMMENT = /\([^()]*\)/g;

/** A `Date` header; null when it is none. */
export function parseDate(header: string): Date | null {
	if (header.length > LENGTH_MAX) return null;
	const date = new Date(header.replace(COMMENT, " ").trim());
	return Number.isNaN(date.getTime()) ? null : date;
}
