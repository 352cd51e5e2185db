import type { Logger } from "@supportdesk/logger/logger.ts";
import { cachedEncoder } from "./cached-encoder.ts";
import type { Encoder, InstantEncoder } from "./encoder.ts";
import { ensureModel, findModel } from "./ensure-model.ts";
import { type MiniLmEncoder, openMiniLm } from "./minilm-encoder.ts";
import { openStaticEncoder } from "./static-encoder.ts";

/** 15 MB of vectors: the signals, search and the gaps encode one question within seconds. */
const CACHED_VECTORS_MAX = 10_000;
/** A minute of short texts on one thread. */
const QUEUE_MAX = 10_000;

export interface EncoderOptions {
	readonly modelsDir: string;
	/** Whether the model may be downloaded when it is not in the folder. */
	readonly fetch: boolean;
	readonly threads: number;
}

/** The encoders of a process: one at once, and one that may come later. */
export interface Encoders {
	readonly instant: InstantEncoder;
	/** MiniLM once its files are there, the instant one until then. */
	best(): Encoder;
	close(): Promise<void>;
}

/**
 * Opens the static encoder at once and MiniLM in the background, bringing its files if need be. Without them
 * everything works on the static encoder, and one line is logged.
 * @param onBest called when MiniLM is ready
 */
export function openEncoders(
	options: EncoderOptions,
	log: Logger,
	onBest: (encoder: Encoder) => Promise<void>,
): Encoders {
	const instant = openStaticEncoder();
	const stopping = new AbortController();
	let miniLm: MiniLmEncoder | undefined;
	let best: Encoder = instant;

	async function openBest(): Promise<void> {
		const modelFile = options.fetch
			? await ensureModel(options.modelsDir, stopping.signal)
			: await findModel(options.modelsDir);
		if (!modelFile) throw new Error("the model is not in its folder");
		miniLm = await openMiniLm({
			modelFile,
			threads: options.threads,
			queueMax: QUEUE_MAX,
		});
		if (stopping.signal.aborted) return;
		const cached = cachedEncoder(miniLm, CACHED_VECTORS_MAX);
		await onBest(cached);
		best = cached;
		log.info({ encoder: best.name }, "encoder ready");
	}

	const opening = openBest().catch((err: unknown) => {
		if (stopping.signal.aborted) return;
		log.warn({ err, encoder: instant.name }, "continuing without MiniLM");
	});
	return {
		instant,
		best: () => best,
		async close() {
			stopping.abort();
			await miniLm?.close();
			await opening;
			// The model may have been opened while we were waiting.
			await miniLm?.close();
		},
	};
}
