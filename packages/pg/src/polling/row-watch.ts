import { setTimeout as sleep } from "node:timers/promises";

const LISTENERS = new Map<string, Set<() => void>>();

/**
 * Reports that this process is about to write rows that a `RowWatch` of the same name looks for. Called when the
 * statement is made: its transaction commits a moment later, or not at all.
 */
export function announceRows(rows: string): void {
	for (const listener of LISTENERS.get(rows) ?? []) listener();
}

export interface WatchOptions {
	/** Between two looks while rows are found or announced. */
	readonly quickMs: number;
	/** The quick looks after the last row or announcement. */
	readonly quickLooks: number;
	/** Between two looks otherwise: rows of other processes are found by them. */
	readonly idleMs: number;
}

/** When to look for rows again. */
export interface RowWatch {
	/**
	 * Resolves when it is time for the next look.
	 *
	 * @param found whether the last look found rows.
	 */
	next(found: boolean, signal: AbortSignal): Promise<void>;
	stop(): void;
}

/** Watches for rows: often while there are any or this process writes some, and seldom otherwise. */
export function watchRows(
	rows: string,
	{ quickMs, quickLooks, idleMs }: WatchOptions,
): RowWatch {
	// What was there before this process began is looked for at once.
	let looksLeft = quickLooks;
	let endIdling: () => void = () => {};
	const onAnnounced = () => {
		looksLeft = quickLooks;
		endIdling();
	};
	const listeners = LISTENERS.get(rows) ?? new Set();
	LISTENERS.set(rows, listeners.add(onAnnounced));
	return {
		async next(found, signal) {
			if (found) looksLeft = quickLooks;
			if (looksLeft <= 0) {
				const announced = new AbortController();
				endIdling = () => announced.abort();
				const ended = AbortSignal.any([signal, announced.signal]);
				await sleep(idleMs, undefined, { signal: ended }).catch(() => {});
				endIdling = () => {};
				if (!announced.signal.aborted) return;
			}
			looksLeft -= 1;
			await sleep(quickMs, undefined, { signal }).catch(() => {});
		},
		stop() {
			listeners.delete(onAnnounced);
		},
	};
}
