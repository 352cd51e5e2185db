import type { Logger } from "@supportdesk/logger/logger.ts";
import { cachedEncoder } from "./cached-encoder.ts";
import { MAP_FILE, MULTILINGUAL_VERSION, openE5 } from "./e5/e5-encoder.ts";
import type { Encoder, InstantEncoder } from "./encoder.ts";
import { encoderByLanguage } from "./encoder-by-language.ts";
import {
	ensureModel,
	findModel,
	MINILM,
	type ModelSource,
	MULTILINGUAL_E5,
} from "./ensure-model.ts";
import { lazyEncoder } from "./lazy-encoder.ts";
import { openMiniLm } from "./minilm-encoder.ts";
import { openStaticEncoder } from "./static-encoder.ts";

/** The signals read a subject and a body, search their informative part: often the same words, on other lines. */
const inOneLine = (text: string) => text.trim().replace(/\s+/g, " ");

/** 3 MB of vectors: the signals, search and the gaps encode one question within seconds. */
const CACHED_VECTORS_MAX = 2_000;
/** A minute of short texts on one thread. */
const QUEUE_MAX = 10_000;
/** Opening the multilingual encoder takes half a second; open, it takes 100 MB. */
const IDLE_MS = 120_000;

export interface EncoderOptions {
	readonly modelsDir: string;
	/** Whether a model may be downloaded when it is not in the folder. */
	readonly fetch: boolean;
	readonly threads: number;
}

/** The encoders of a process: one at once, and better ones that may come later. */
export interface Encoders {
	readonly instant: InstantEncoder;
	/** MiniLM once its files are there, the instant one until then. */
	best(): Encoder;
	close(): Promise<void>;
}

type Closable = Encoder & { close(): Promise<void> };

/**
 * Opens the static encoder at once, and in the background MiniLM and what reads other languages than English, bringing their
 * files if need be. Without them everything works on the static encoder, and one line is logged.
 * @param onBest called when there is a better encoder, before it is used
 */
export function openEncoders(
	options: EncoderOptions,
	log: Logger,
	onBest: (encoder: Encoder) => Promise<void>,
): Encoders {
	const instant = openStaticEncoder();
	const stopping = new AbortController();
	const opened: Closable[] = [];
	let best: Encoder = instant;

	async function fileOf(model: ModelSource): Promise<string> {
		const file = options.fetch
			? await ensureModel(options.modelsDir, model, stopping.signal)
			: await findModel(options.modelsDir, model);
		if (!file) throw new Error("the model is not in its folder");
		return file;
	}

	async function use(encoder: Encoder): Promise<void> {
		if (stopping.signal.aborted) return;
		await onBest(encoder);
		best = encoder;
		log.info({ encoder: best.name, version: best.version }, "encoder ready");
	}

	async function openBest(): Promise<void> {
		const { threads } = options;
		let missing = MINILM.title;
		try {
			const miniLm = await openMiniLm({
				modelFile: await fileOf(MINILM),
				threads,
				queueMax: QUEUE_MAX,
			});
			opened.push(miniLm);
			const english = cachedEncoder(miniLm, CACHED_VECTORS_MAX, inOneLine);
			await use(english);
			missing = MULTILINGUAL_E5.title;
			const modelFile = await fileOf(MULTILINGUAL_E5);
			const others = lazyEncoder(
				{
					name: miniLm.name,
					dimensions: miniLm.dimensions,
					version: MULTILINGUAL_VERSION,
				},
				() =>
					openE5({
						modelFile,
						mapFile: MAP_FILE,
						threads,
						queueMax: QUEUE_MAX,
					}),
				IDLE_MS,
			);
			opened.push(others);
			const foreign = cachedEncoder(others, CACHED_VECTORS_MAX);
			await use(encoderByLanguage(english, foreign));
		} catch (err) {
			if (stopping.signal.aborted) return;
			log.warn({ err, encoder: best.name }, `continuing without ${missing}`);
		}
	}

	const opening = openBest();
	return {
		instant,
		best: () => best,
		async close() {
			stopping.abort();
			await Promise.all(opened.map((encoder) => encoder.close()));
			await opening;
			// A model may have been opened while we were waiting.
			await Promise.all(opened.map((encoder) => encoder.close()));
		},
	};
}
