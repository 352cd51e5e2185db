import type { Encoder } from "./encoder.ts";

type Closable = Encoder & { close(): Promise<void> };

/** What is known of an encoder before it is opened. */
type Label = Pick<Encoder, "name" | "dimensions" | "version">;

/** Opens an encoder with the first text, and closes it when none has come for a while: its memory is only taken where it is used. */
export function lazyEncoder(
	label: Label,
	open: () => Promise<Closable>,
	idleMs: number,
): Closable {
	let opening: Promise<Closable> | undefined;
	let running = 0;
	let idle: NodeJS.Timeout | undefined;
	let isClosed = false;

	function openOnce(): Promise<Closable> {
		if (isClosed) throw new Error("the encoder is closed");
		opening ??= open().catch((err: unknown) => {
			// The next text tries again.
			opening = undefined;
			throw err;
		});
		return opening;
	}

	async function closeNow(): Promise<void> {
		clearTimeout(idle);
		const opened = opening;
		opening = undefined;
		const encoder = await opened?.catch(() => undefined);
		await encoder?.close();
	}

	return {
		...label,
		async embed(texts) {
			if (texts.length === 0) return [];
			clearTimeout(idle);
			running++;
			try {
				return await (await openOnce()).embed(texts);
			} finally {
				running--;
				if (running === 0 && !isClosed)
					idle = setTimeout(() => void closeNow(), idleMs).unref();
			}
		},
		close() {
			isClosed = true;
			return closeNow();
		},
	};
}
