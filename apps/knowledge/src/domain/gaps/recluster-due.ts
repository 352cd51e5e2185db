const NEW_MIN = 10; // fewer phrasings are seen through at a glance
const GROWTH = 0.25; // all work of reclustering is then some five times that of the last one

/** Whether so many phrasings have come since the gaps were put together that it is worth doing again. */
export function isReclusterDue(newCount: number, count: number): boolean {
	return newCount >= Math.max(NEW_MIN, GROWTH * (count - newCount));
}
