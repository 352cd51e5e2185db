import { setTimeout as sleep } from "node:timers/promises";

type Listener = (rows: string) => void;

const LISTENERS = new Map<string, Set<Listener>>();
const SHARING = new Set<Listener>();

/**
 * Reports that this process is about to write rows that a `RowWatch` of the same name looks for, here or in another
 * process. Called when the statement is made: its transaction commits a moment later, or not at all.
 */
export function announceRows(rows: string): void {
	announceHere(rows);
	// One is enough for the whole process.
	const [share] = SHARING;
	share?.(rows);
}

/** The same for what another process has announced. */
export function announceHere(rows: string): void {
	for (const listener of LISTENERS.get(rows) ?? []) listener(rows);
}

/** Has everything looked for: what was announced in the meantime is unknown. */
export function announceAllHere(): void {
	for (const rows of LISTENERS.keys()) announceHere(rows);
}

/** Calls the listener for every announcement of rows of a name. Returns what removes it. */
export function onAnnounced(rows: string, listener: Listener): () => void {
	const listeners = LISTENERS.get(rows) ?? new Set();
	LISTENERS.set(rows, listeners.add(listener));
	return () => listeners.delete(listener);
}

/** Has announcements of this process shared with others. Returns what ends it. */
export function shareBy(share: Listener): () => void {
	SHARING.add(share);
	return () => SHARING.delete(share);
}

export interface WatchOptions {
	/** Between two looks while rows are announced. */
	readonly quickMs: number;
	/** Between two looks while each finds rows: those of the meantime share the next one. As long as the other if not given. */
	readonly busyMs?: number;
	/** The quick looks after the last row or announcement. */
	readonly quickLooks: number;
	/**
	 * Between two looks otherwise, after twice as long a wait each time: what commits late, and what nothing announces, is
	 * found by them.
	 */
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

/** Watches for rows: often while there are any or a process writes some, and seldom otherwise. */
export function watchRows(
	rows: string,
	{ quickMs, busyMs = quickMs, quickLooks, idleMs }: WatchOptions,
): RowWatch {
	// What was there before this process began is looked for at once.
	let looksLeft = quickLooks;
	let waitMs = quickMs;
	let endIdling: () => void = () => {};
	const lookQuickly = () => {
		looksLeft = quickLooks;
		waitMs = quickMs;
	};
	const stop = onAnnounced(rows, () => {
		lookQuickly();
		endIdling();
	});
	return {
		async next(found, signal) {
			if (found) lookQuickly();
			if (looksLeft <= 0) {
				const announced = new AbortController();
				endIdling = () => announced.abort();
				const ended = AbortSignal.any([signal, announced.signal]);
				waitMs = Math.min(2 * waitMs, idleMs);
				await sleep(waitMs, undefined, { signal: ended }).catch(() => {});
				endIdling = () => {};
				if (!announced.signal.aborted) return;
			}
			looksLeft -= 1;
			const ms = found ? busyMs : quickMs;
			await sleep(ms, undefined, { signal }).catch(() => {});
		},
		stop,
	};
}
