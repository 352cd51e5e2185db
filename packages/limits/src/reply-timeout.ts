/** The answer did not come in time; the command may have run all the same. */
export class ReplyTimeoutError extends Error {
	override name = "ReplyTimeoutError";
	constructor(timeoutMs: number) {
		super(`no answer within ${timeoutMs} ms`);
	}
}

/**
 * Rejects with `ReplyTimeoutError` when `reply` has not settled after `timeoutMs`.
 * The Redis client's own timeout ends once a command is written, so it does not cover a server that hangs.
 */
export function withTimeout<T>(
	reply: Promise<T>,
	timeoutMs: number,
): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			// After a busy turn the timer is due before the sockets are read: an answer that is already here still counts.
			setImmediate(() => reject(new ReplyTimeoutError(timeoutMs)));
		}, timeoutMs);
		reply.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
