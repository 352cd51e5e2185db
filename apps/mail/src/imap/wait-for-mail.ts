import type { ImapFlow } from "imapflow";

/** How long the server is not asked, with IDLE and where it has none. */
export interface Intervals {
	readonly idleMs: number;
	readonly pollMs: number;
}

/** Waits until the folder may have new mail. */
export type WaitForMail = (signal: AbortSignal) => Promise<void>;

/**
 * Watches the folder that is open. With IDLE the server reports a new mail; the connection is used again after some minutes
 * all the same, because routers forget silent ones and servers end them.
 */
export function watchFolder(
	client: ImapFlow,
	{ idleMs, pollMs }: Intervals,
): WaitForMail {
	let hasNews = false;
	let wake = () => {};
	client.on("exists", () => {
		hasNews = true;
		wake();
	});
	client.on("close", () => wake());
	return async (signal) => {
		if (!hasNews && client.usable) {
			const { promise, resolve } = Promise.withResolvers<void>();
			wake = resolve;
			const canIdle = client.capabilities.has("IDLE");
			const timer = setTimeout(resolve, canIdle ? idleMs : pollMs);
			signal.addEventListener("abort", wake, { once: true });
			// The next command ends it. Its errors end the connection, too.
			if (canIdle) client.idle().catch(() => {});
			await promise;
			clearTimeout(timer);
			signal.removeEventListener("abort", wake);
		}
		hasNews = false;
		signal.throwIfAborted();
		// Servers without IDLE may report new mail to this command only.
		await client.noop();
	};
}
