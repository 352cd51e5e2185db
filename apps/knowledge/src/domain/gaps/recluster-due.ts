const NEW_MIN = 10; // fewer phrasings are easy to read unclustered
const GROWTH = 0.25; // all work of reclustering is then some five times that of the last one

/** Whether enough phrasings were added since the last clustering to recluster. */
export function isReclusterDue(newCount: number, count: number): boolean {
	return newCount >= Math.max(NEW_MIN, GROWTH * (count - newCount));
}
