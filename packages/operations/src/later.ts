/**
 * The time of a change as ISO 8601 text: now, or that of the change before when that is later. Clocks of two machines
 * differ, and a change never dates its object back.
 */
export function later(before: string, now: Date): string {
	const text = now.toISOString();
	return text > before ? text : before;
}
