const MIB = 1024 * 1024;

/** So many bytes of bodies are parsed and passed on at a time: they take some six times as much of memory then. */
export const PROCESSED_BYTES_MAX = 32 * MIB;

/** Bounds the bytes that are worked on at a time; what does not fit waits, in the order in which it came. */
export interface Turns {
	/** Resolves or rejects as the work does, which begins when `bytes` fit, or when nothing else is worked on. */
	take<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createTurns(bytesMax = PROCESSED_BYTES_MAX): Turns {
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
		async take(bytes, work) {
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
