import { workerData } from "node:worker_threads";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { meanState } from "./mean-state.ts";
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
const session = await inference(() =>
	InferenceSession.create(modelFile, {
		intraOpNumThreads: 1,
		interOpNumThreads: 1,
		enableMemPattern: false, // remembers a layout of memory for each length of text: 5 MB
	}),
);
answerTexts({ embed, release: () => session.release() });

// One text at a time: the model's int8 activations are scaled over a whole batch, so a text's vector would
// depend on its neighbours, and on one thread a batch of 32 is no faster (measured: 6.2 ms a text either way).
async function embed(text: string): Promise<Float32Array<ArrayBuffer>> {
	const ids = [CLS, ...wordPiece.pieces(text, piecesMax - 2), SEP];
	const shape = [1, ids.length];
	const { last_hidden_state: states } = await session.run({
		input_ids: tensor(ids, shape),
		attention_mask: tensor(
			ids.map(() => 1),
			shape,
		),
		token_type_ids: tensor(
			ids.map(() => 0),
			shape,
		),
	});
	if (!states) throw new Error("the model has no output last_hidden_state");
	return meanState(states.data as Float32Array, ids.length);
}

function tensor(values: readonly number[], shape: readonly number[]): Tensor {
	return new Tensor("int64", BigInt64Array.from(values, BigInt), shape);
}
