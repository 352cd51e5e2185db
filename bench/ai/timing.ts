import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";

/** Texts that are timed, after as many to warm up. */
const TEXTS = 100;

/**
 * Mean processor time, all threads together, to encode and classify one text, one after the other, in texts the encoder
 * has not seen. A busy machine stretches the time on the clock, this one hardly.
 */
export async function microseconds(
	encoder: Encoder,
	rows: readonly { text: string }[],
	classify: (text: string, meaning: Float32Array) => unknown,
): Promise<number> {
	let begin: NodeJS.CpuUsage | undefined;
	for (let i = 0; i < 2 * TEXTS; i++) {
		if (i === TEXTS) begin = process.cpuUsage();
		// A number behind the text keeps a cache from answering.
		const text = `${rows[i % rows.length]!.text} ${Math.random()}`;
		const [meaning] = await encoder.embed([text]);
		classify(text, meaning!);
	}
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / TEXTS;
}
