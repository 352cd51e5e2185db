import { ConnectionError, TimeoutError } from "./errors.ts";

/**
 * The lines of a response as they arrive, without their ends. What follows the last line's end is dropped: the response
 * was interrupted there.
 *
 * @param longestMs without a byte, after which the connection counts as lost.
 * @throws ConnectionError when the connection breaks
 */
export async function* readLines(
	response: Response,
	longestMs: number,
): AsyncGenerator<string, void, undefined> {
	const reader = response.body!.getReader();
	const decoder = new TextDecoder();
	let text = "";
	try {
		for (;;) {
			const { done, value } = await within(longestMs, reader.read());
			if (done) return;
			const lines = decoder.decode(value, { stream: true }).split("\n");
			lines[0] = text + lines[0];
			text = lines.pop()!;
			for (const line of lines) {
				yield line.endsWith("\r") ? line.slice(0, -1) : line;
			}
		}
	} finally {
		await reader.cancel().catch(() => {}); // a broken connection
	}
}

async function within<T>(ms: number, io: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const expired = new Promise<never>((_, reject) => {
		const error = new TimeoutError(`No byte in ${ms} ms.`);
		timer = setTimeout(() => reject(error), ms);
	});
	try {
		return await Promise.race([io, expired]);
	} catch (cause) {
		if (cause instanceof TimeoutError) throw cause;
		throw new ConnectionError("The connection broke.", { cause });
	} finally {
		clearTimeout(timer);
	}
}
