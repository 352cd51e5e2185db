/** Those that wait until something is possible, in order of arrival. */
export interface WaitingList {
	/** Resolves to true as soon as `attempt` returns true, at once or after `tryAgain`; to false after `waitMs`. */
	until(attempt: () => boolean, waitMs: number): Promise<boolean>;
	/** Repeats the attempts in the next turn of the event loop: what the caller does in this one comes first. */
	tryAgain(): void;
}

export function createWaitingList(): WaitingList {
	const waiting = new Set<() => void>();
	let isScheduled = false;
	return {
		until(attempt, waitMs) {
			if (attempt()) return Promise.resolve(true);
			return new Promise((resolve) => {
				const settle = (isDone: boolean) => {
					waiting.delete(tryOnce);
					clearTimeout(timer);
					resolve(isDone);
				};
				const tryOnce = () => {
					if (attempt()) settle(true);
				};
				const timer = setTimeout(() => settle(false), Math.max(0, waitMs));
				waiting.add(tryOnce);
			});
		},
		tryAgain() {
			if (isScheduled || waiting.size === 0) return;
			isScheduled = true;
			setImmediate(() => {
				isScheduled = false;
				for (const tryOnce of [...waiting]) tryOnce();
			});
		},
	};
}
