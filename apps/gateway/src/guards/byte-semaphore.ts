const MIB = 1024 * 1024;

/** The bytes of bodies that are parsed and passed on concurrently; they take about six times as much memory meanwhile. */
export const PROCESSED_BYTES_MAX = 32 * MIB;

/** A weighted semaphore: bounds the bytes that are processed concurrently; the rest waits in order of arrival. */
export interface ByteSemaphore {
	/** Settles like the work, which begins when `bytes` fit, or when no other work is running. */
	run<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createByteSemaphore(
	bytesMax = PROCESSED_BYTES_MAX,
): ByteSemaphore {
	const waiting: { readonly bytes: number; begin(): void }[] = [];
	let runningBytes = 0;
	const beginFitting = () => {
		for (;;) {
			const [next] = waiting;
			const fits =
				next && (runningBytes === 0 || runningBytes + next.bytes <= bytesMax);
			if (!fits) return;
			waiting.shift();
			runningBytes += next.bytes;
			next.begin();
		}
	};
	return {
		async run(bytes, work) {
			await new Promise<void>((begin) => {
				waiting.push({ bytes, begin });
				beginFitting();
			});
			try {
				return await work();
			} finally {
				runningBytes -= bytes;
				beginFitting();
			}
		},
	};
}
