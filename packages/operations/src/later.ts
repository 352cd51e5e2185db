/**
 * The time of a change that follows another: now, or the next millisecond after `before` if that is later. Clocks of
 * two machines differ, so this guarantees that a later change never has an earlier or equal time, and readers can
 * detect it.
 */
export function timeAfter(before: string, now: Date): Date {
	return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}

/** The same as ISO 8601 text. */
export function later(before: string, now: Date): string {
	return timeAfter(before, now).toISOString();
}
