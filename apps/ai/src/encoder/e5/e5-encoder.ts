import type { Encoder } from "../encoder.ts";
import { MINILM_NAME } from "../minilm-encoder.ts";
import { openWorkerEncoder } from "../worker-encoder.ts";
import type { E5WorkerData } from "./e5-worker.ts";

/** Maps the model's vectors into MiniLM's space; `ai:map` makes it. */
export const MAP_FILE = new URL(
	"../../../models/e5-to-minilm.bin",
	import.meta.url,
);
/** Of the vectors in MiniLM's space: changes with the model and with the map. */
export const MULTILINGUAL_VERSION = "e5-1";
const DIMENSIONS = 384;
/** As many as MiniLM reads. */
const PIECES_MAX = 128;

export interface E5Options {
	readonly modelFile: string;
	/** Of the map into MiniLM's space; without one the vectors are the model's own. */
	readonly mapFile: URL | undefined;
	readonly threads: number;
	/** Texts that may wait. One more is refused with `service_unavailable`. */
	readonly queueMax: number;
}

/**
 * multilingual-e5-small with weights of four bits in worker threads. Through the map its vectors are near those that MiniLM
 * gives to an English translation: the two are comparable, and bear one name.
 * @throws Error when the model cannot be loaded
 */
export function openE5(
	options: E5Options,
): Promise<Encoder & { close(): Promise<void> }> {
	const data: E5WorkerData = {
		modelFile: options.modelFile,
		mapFile: options.mapFile?.href,
		piecesMax: PIECES_MAX,
	};
	return openWorkerEncoder({
		...options,
		name: options.mapFile ? MINILM_NAME : "multilingual-e5-small-q4",
		dimensions: DIMENSIONS,
		module: new URL("./e5-worker.ts", import.meta.url),
		data,
	});
}
