/**
 * What a thread holds while it is inside the inference library. A process that ends stops its threads, and the library, when a
 * thread is stopped within it, aborts the whole process: so the end of the process takes the lock first.
 */
export type InferenceLock = Int32Array<SharedArrayBuffer>;

const FREE = 0;
const HELD = 1;
const ENDED = 2;
/** Opening a model takes half a second, on a busy machine several. */
const WAIT_MS_MAX = 10_000;

export function createInferenceLock(): InferenceLock {
	return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Runs what uses the library. Once the process ends it never does, and waits to be stopped. */
export async function holding<T>(
	lock: InferenceLock,
	run: () => Promise<T>,
): Promise<T> {
	if (Atomics.compareExchange(lock, 0, FREE, HELD) === ENDED)
		Atomics.wait(lock, 0, ENDED);
	try {
		return await run();
	} finally {
		Atomics.store(lock, 0, FREE);
		Atomics.notify(lock, 0);
	}
}

/** Waits, and blocks its thread, until the lock's thread has left the library, and keeps it out. */
export function endInference(lock: InferenceLock): void {
	const until = performance.now() + WAIT_MS_MAX;
	while (Atomics.compareExchange(lock, 0, FREE, ENDED) === HELD) {
		const left = until - performance.now();
		if (left <= 0) return;
		Atomics.wait(lock, 0, HELD, left);
	}
}
