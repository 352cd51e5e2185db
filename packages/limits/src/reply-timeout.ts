/** The reply did not arrive in time; the command may still have run. */
export class ReplyTimeoutError extends Error {
	override name = "ReplyTimeoutError";
	constructor(timeoutMs: number) {
		super(`no reply within ${timeoutMs} ms`);
	}
}

// Silence is counted in ticks, and a late tick counts once. When this process is busy, or shares its processor with
// Redis, a clock would call replies late that Redis had no time to send, or this process no time to read.
const TICKS_OF_SILENCE = 5;
// A reply this late is of no use, however busy the server is.
const TICKS_MAX = 100;

/**
 * Waits for replies that arrive in the order of their commands. `wait` rejects with `ReplyTimeoutError` when no reply
 * at all has arrived for about `silenceMs`: this distinguishes a hanging server from one that works through many
 * commands. The Redis client's own timeout ends once a command is written, so it covers neither.
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
					// Timers run before the sockets are read: a reply that has already arrived still counts.
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
