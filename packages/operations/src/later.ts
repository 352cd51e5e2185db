/**
 * The time of a change as ISO 8601 text: now, or that of the change before when that is later. Clocks of two machines
 * differ, and a change never dates its object back.
 */
export function later(before: string, now: Date): string {
	const text = now.toISOString();
	return text > before ? text : before;
}

/** The time of what comes after something else, and is listed after it: now, or the next millisecond. */
export function timeAfter(before: string, now: Date): Date {
	return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}
