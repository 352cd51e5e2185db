import { workerData } from "node:worker_threads";
import { meanState } from "./mean-state.ts";
import { openMiniLmFile } from "./minilm-file.ts";
import { openTransformer } from "./transformer/open-transformer.ts";
import { openWordPiece } from "./vocabulary.ts";
import { CLS, SEP } from "./word-piece.ts";
import { answerTexts, inference } from "./worker-loop.ts";

/** The start data of a worker. */
export interface MiniLmWorkerData {
	readonly modelFile: string;
	readonly piecesMax: number;
}

const { modelFile, piecesMax } = workerData as MiniLmWorkerData;
const wordPiece = openWordPiece();
const file = openMiniLmFile(modelFile);
const transformer = await inference(() => openTransformer(file));
answerTexts({ embed, release: transformer.release });

// One text at a time: on one thread a batch of 32 is no faster.
async function embed(text: string): Promise<Float32Array<ArrayBuffer>> {
	const ids = [CLS, ...wordPiece.pieces(text, piecesMax - 2), SEP];
	const states = await transformer.statesOf(file.embeddingsOf(ids));
	return meanState(states, ids.length);
}
