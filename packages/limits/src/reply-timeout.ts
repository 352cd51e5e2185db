/** The answer did not come in time; the command may have run all the same. */
export class ReplyTimeoutError extends Error {
	override name = "ReplyTimeoutError";
	constructor(timeoutMs: number) {
		super(`no answer within ${timeoutMs} ms`);
	}
}

// Silence is counted in ticks, and a tick that comes late counts once. When this process is busy, or shares its
// processor with Redis, a clock would call the answers late that nobody has had the time to give or to read.
const TICKS_OF_SILENCE = 5;
// An answer that is this late is of no use, however busy the server is.
const TICKS_MAX = 100;

/**
 * Waits for answers that come in the order of their commands. `wait` rejects with `ReplyTimeoutError` when nothing at
 * all has been answered for about `silenceMs`: a server that hangs is told from one that works through many commands
 * at once. The Redis client's own timeout ends once a command is written, so it covers neither.
 */
export class ReplyWatch {
	readonly #silenceMs: number;
	#replies = 0;

	constructor(silenceMs: number) {
		this.#silenceMs = silenceMs;
	}

	wait<T>(reply: Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			let settled = false;
			let ticks = 0;
			let silentTicks = 0;
			let seenReplies = this.#replies;
			const tick = () => {
				if (settled) return;
				ticks += 1;
				silentTicks = this.#replies === seenReplies ? silentTicks + 1 : 0;
				seenReplies = this.#replies;
				if (silentTicks < TICKS_OF_SILENCE && ticks < TICKS_MAX) arm();
				else reject(new ReplyTimeoutError(this.#silenceMs));
			};
			let timer: NodeJS.Timeout;
			const arm = () => {
				timer = setTimeout(
					// Timers are due before the sockets are read: an answer that is already here still counts.
					() => setImmediate(tick),
					this.#silenceMs / TICKS_OF_SILENCE,
				);
			};
			arm();
			reply
				.finally(() => {
					settled = true;
					clearTimeout(timer);
				})
				.then((value) => {
					this.#replies += 1;
					resolve(value);
				}, reject);
		});
	}
}
