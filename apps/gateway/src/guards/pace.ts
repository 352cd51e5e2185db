/**
 * Bounds the speed at which a large body is worked on: returns how many milliseconds to wait after further bytes.
 *
 * @param freeBytes so many are not delayed
 */
export function createPace(
	bytesPerMs: number,
	freeBytes = 0,
): (bytes: number) => number {
	const startedMs = performance.now();
	let total = -freeBytes;
	return (bytes) => {
		total += bytes;
		const elapsedMs = performance.now() - startedMs;
		return Math.max(0, total / bytesPerMs - elapsedMs);
	};
}
