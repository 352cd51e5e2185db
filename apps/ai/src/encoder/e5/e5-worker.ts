import { readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { normalise } from "../encoder.ts";
import { meanState } from "../mean-state.ts";
import { decodeTable, weightedSum } from "../static-table.ts";
import { answerTexts, inference } from "../worker-loop.ts";
import { openE5File } from "./e5-file.ts";
import { addBlocks, e5Graph, INPUT, OUTPUT } from "./e5-graph.ts";

/** The start data of a worker. */
export interface E5WorkerData {
	readonly modelFile: string;
	readonly mapFile: string | undefined;
	readonly piecesMax: number;
}

/** What the model expects before a text whose likeness to others is wanted. */
const PREFIX = "query: ";
/** Ids of the frame of a text. */
const BEGIN = 0;
const END = 2;

const { modelFile, mapFile, piecesMax } = workerData as E5WorkerData;
const file = openE5File(modelFile);
const { hidden } = file.shape;
const positions = file.floats("emb.pos");
const type = file.floats("emb.type");
const map = mapFile ? decodeTable(readFileSync(new URL(mapFile))) : undefined;
const session = await inference(() =>
	InferenceSession.create(e5Graph(file), {
		intraOpNumThreads: 1,
		interOpNumThreads: 1,
		enableMemPattern: false, // remembers a layout of memory for each length of text: 5 MB
	}),
);
answerTexts({ embed, release: () => session.release() });

async function embed(text: string): Promise<Float32Array<ArrayBuffer>> {
	const pieces = file.pieces.idsOf(PREFIX + text, piecesMax - 2);
	const ids = [BEGIN, ...pieces, END];
	const { [OUTPUT]: states } = await session.run({
		[INPUT]: new Tensor("float32", embeddings(ids), [1, ids.length, hidden]),
	});
	if (!states) throw new Error(`the model has no output ${OUTPUT}`);
	const own = meanState(states.data as Float32Array, ids.length);
	// The last row is the map's constant.
	return map ? normalise(weightedSum(map, [...own, 1])) : own;
}

/** Of each piece: its row, and what the model knows of its position. */
function embeddings(ids: readonly number[]): Float32Array {
	const sum = positions.slice(0, ids.length * hidden);
	for (const [position, id] of ids.entries()) {
		const begin = position * hidden;
		for (let i = 0; i < hidden; i++) sum[begin + i]! += type[i]!;
		addBlocks(file.row("emb.word", id), sum, begin);
	}
	return sum;
}
