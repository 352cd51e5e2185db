import { parentPort, workerData } from "node:worker_threads";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { normalise } from "./encoder.ts";
import {
	STOP,
	type WorkerMessage,
	type WorkerOptions,
} from "./minilm-protocol.ts";
import { openWordPiece } from "./vocabulary.ts";
import { CLS, SEP } from "./word-piece.ts";

const { modelFile, piecesMax } = workerData as WorkerOptions;
const wordPiece = openWordPiece();
const session = await InferenceSession.create(modelFile, {
	intraOpNumThreads: 1,
	interOpNumThreads: 1,
});

// Ended from outside in the middle of a run, the library would abort the whole process.
let running: Promise<void> = Promise.resolve();
parentPort?.on("message", (message: WorkerMessage) => {
	running = running.then(() => (message === STOP ? stop() : answer(message)));
});
parentPort?.postMessage("ready");

async function answer(text: string): Promise<void> {
	const vector = await embed(text);
	parentPort?.postMessage(vector, [vector.buffer]);
}

async function stop(): Promise<void> {
	await session.release();
	parentPort?.close();
}

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
	return mean(states.data as Float32Array, ids.length);
}

function tensor(values: readonly number[], shape: readonly number[]): Tensor {
	return new Tensor("int64", BigInt64Array.from(values, BigInt), shape);
}

function mean(states: Float32Array, count: number): Float32Array<ArrayBuffer> {
	const dimensions = states.length / count;
	const sum = new Float32Array(dimensions);
	for (let i = 0; i < states.length; i++) sum[i % dimensions]! += states[i]!;
	normalise(sum);
	return sum;
}
