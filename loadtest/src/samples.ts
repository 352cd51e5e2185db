import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** One point of k6's output. */
export interface Sample {
	readonly metric: string;
	readonly value: number;
	/** Epoch milliseconds. */
	readonly timeMs: number;
	readonly tags: Readonly<Record<string, string>>;
}

/** Reads the output of `k6 run --out json=<file>`. */
export async function* readSamples(file: string): AsyncGenerator<Sample> {
	for await (const line of createInterface({ input: createReadStream(file) })) {
		const { type, metric, data } = JSON.parse(line);
		if (type !== "Point") continue;
		yield {
			metric,
			value: data.value,
			timeMs: Date.parse(data.time),
			tags: data.tags ?? {},
		};
	}
}
