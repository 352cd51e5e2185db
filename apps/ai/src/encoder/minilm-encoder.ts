import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { Encoder } from "./encoder.ts";
import { MiniLmWorkers } from "./minilm-workers.ts";

const DIMENSIONS = 384;
/** The model was trained on texts of 128 pieces; a ticket's subject and first lines fit. */
const PIECES_MAX = 128;
/** A batch of more texts is background work: it waits until no short request does. */
const INTERACTIVE_TEXTS_MAX = 4;

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
 * all-MiniLM-L6-v2 with int8 weights in worker threads: about 6 ms a short text and 36 ms one of 128 pieces.
 * @throws Error when the model cannot be loaded
 */
export async function openMiniLm({
	modelFile,
	threads,
	queueMax,
}: MiniLmOptions): Promise<MiniLmEncoder> {
	const workers = new MiniLmWorkers({ modelFile, piecesMax: PIECES_MAX });
	await Promise.all(
		Array.from({ length: threads }, () => workers.startWorker()),
	);
	return {
		name: "minilm-l6-v2-int8",
		dimensions: DIMENSIONS,
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
