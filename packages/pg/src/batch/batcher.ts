import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";

// A process asks for less than one backend answers, so that more groups at a time would only be smaller ones.
const GROUPS_MAX = 2;
const MEMBERS_MAX = 16; // of a group: they all wait for the last one

/** What a caller asks for together with others. */
export interface Member {
	/** Aborted when the caller has gone. */
	readonly signal: AbortSignal | undefined;
	readonly reject: (err: unknown) => void;
}

export interface BatcherOptions<T extends Member> {
	/** Settles every member; never throws. The signal is aborted when all of them have gone. */
	readonly run: (group: readonly T[], allGone: AbortSignal) => Promise<void>;
	/** A group that takes longer no longer keeps others waiting. */
	readonly slowMs: number;
	/** Called whenever nothing waits or runs any more. */
	readonly onIdle?: () => void;
}

/**
 * Brings together what callers ask for at the same time: who comes while a few groups are on their way waits, and leaves
 * with all others that wait as soon as one has returned. A single one does not wait.
 */
export class Batcher<T extends Member> {
	readonly #options: BatcherOptions<T>;
	#waiting: T[] = [];
	#groups = 0;
	#leaving = false;

	constructor(options: BatcherOptions<T>) {
		this.#options = options;
	}

	add(member: T): void {
		this.#waiting.push(member);
		this.#leave();
	}

	/** After this turn of the event loop: requests of the same poll join the batch. */
	#leave(): void {
		if (this.#leaving || this.#groups >= GROUPS_MAX) return;
		this.#leaving = true;
		setImmediate(() => {
			this.#leaving = false;
			while (this.#waiting.length > 0 && this.#groups < GROUPS_MAX) {
				this.#run(this.#waiting.splice(0, MEMBERS_MAX));
			}
			if (this.#groups === 0) this.#options.onIdle?.();
		});
	}

	async #run(taken: readonly T[]): Promise<void> {
		const group = stillWaitedFor(taken);
		if (group.length === 0) return;
		const { run, slowMs } = this.#options;
		const allGone = new AbortController();
		let counted = true;
		this.#groups += 1;
		const makeRoom = () => {
			if (!counted) return;
			counted = false;
			this.#groups -= 1;
			this.#leave();
		};
		const watch = setInterval(() => {
			makeRoom();
			if (group.every(({ signal }) => signal?.aborted)) allGone.abort();
		}, slowMs);
		await run(group, allGone.signal);
		clearInterval(watch);
		makeRoom();
	}
}

/** Members whose callers are still connected; rejects callers that disconnected, which cost no database time. */
export function stillWaitedFor<T extends Member>(members: readonly T[]): T[] {
	return members.filter(({ signal, reject }) => {
		if (signal?.aborted) reject(serviceUnavailable(new Error("caller gone")));
		return !signal?.aborted;
	});
}
