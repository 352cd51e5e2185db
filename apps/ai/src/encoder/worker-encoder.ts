import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { Encoder } from "./encoder.ts";
import { EncoderWorkers } from "./encoder-workers.ts";

/** A batch of more texts is background work: it waits until no short request does. */
const INTERACTIVE_TEXTS_MAX = 4;

export interface WorkerEncoderOptions {
	readonly name: string;
	readonly dimensions: number;
	/** What a thread runs, and what it gets when it starts. */
	readonly module: URL;
	readonly data: object;
	readonly threads: number;
	/** Texts that may wait. One more is refused with `service_unavailable`. */
	readonly queueMax: number;
}

/**
 * An encoder whose model runs in worker threads.
 * @throws Error when the model cannot be loaded
 */
export async function openWorkerEncoder(
	options: WorkerEncoderOptions,
): Promise<Encoder & { close(): Promise<void> }> {
	const { name, dimensions, threads, queueMax } = options;
	const workers = new EncoderWorkers(options.module, options.data);
	await Promise.all(
		Array.from({ length: threads }, () => workers.startWorker()),
	);
	return {
		name,
		dimensions,
		async embed(texts) {
			const isFull = workers.waiting + texts.length > queueMax;
			if (isFull || !workers.isAlive) throw serviceUnavailable();
			const isInteractive = texts.length <= INTERACTIVE_TEXTS_MAX;
			return Promise.all(
				texts.map((text) => workers.encode(text, isInteractive)),
			);
		},
		close: () => workers.close(),
	};
}
