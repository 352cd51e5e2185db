import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";

/** Number of timed texts, after the same number for warm-up. */
const TEXTS = 100;

/**
 * Mean processor time, all threads together, to encode and classify one text, for sequential texts that are not cached.
 * A busy machine increases elapsed time, but hardly processor time.
 */
export async function microseconds(
	encoder: Encoder,
	rows: readonly { text: string }[],
	classify: (text: string, embedding: Float32Array) => unknown,
): Promise<number> {
	let begin: NodeJS.CpuUsage | undefined;
	for (let i = 0; i < 2 * TEXTS; i++) {
		if (i === TEXTS) begin = process.cpuUsage();
		// A random number makes the text miss every cache.
		const text = `${rows[i % rows.length]!.text} ${Math.random()}`;
		const [embedding] = await encoder.embed([text]);
		classify(text, embedding!);
	}
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / TEXTS;
}
