/**
 * The time of what comes after something else: now, or the next millisecond where that is later. Clocks of two machines
 * differ, and nothing is dated back, nor to the same time: who remembers the time of a change knows that there was another.
 */
export function timeAfter(before: string, now: Date): Date {
	return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}

/** The same as ISO 8601 text. */
export function later(before: string, now: Date): string {
	return timeAfter(before, now).toISOString();
}
