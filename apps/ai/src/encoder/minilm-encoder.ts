import type { Encoder } from "./encoder.ts";
import type { MiniLmWorkerData } from "./minilm-worker.ts";
import { openWorkerEncoder } from "./worker-encoder.ts";

export const MINILM_NAME = "minilm-l6-v2-int8";
const DIMENSIONS = 384;
/** The model was trained on texts of 128 pieces; a ticket's subject and first lines fit. */
const PIECES_MAX = 128;

export interface MiniLmOptions {
	/** The ONNX file; see ensure-model.ts. */
	readonly modelFile: string;
	readonly threads: number;
	/** Texts that may wait. One more is refused with `service_unavailable`. */
	readonly queueMax: number;
}

export interface MiniLmEncoder extends Encoder {
	close(): Promise<void>;
}

/**
 * all-MiniLM-L6-v2 with int8 weights in worker threads: about 3 ms a short text and 28 ms one of 128 pieces.
 * @throws Error when the model cannot be loaded
 */
export function openMiniLm(options: MiniLmOptions): Promise<MiniLmEncoder> {
	const data: MiniLmWorkerData = {
		modelFile: options.modelFile,
		piecesMax: PIECES_MAX,
	};
	return openWorkerEncoder({
		...options,
		name: MINILM_NAME,
		dimensions: DIMENSIONS,
		module: new URL("./minilm-worker.ts", import.meta.url),
		data,
	});
}
