import { readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { normalise } from "../encoder.ts";
import { meanState } from "../mean-state.ts";
import { decodeTable, weightedSum } from "../static-table.ts";
import { openTransformer } from "../transformer/open-transformer.ts";
import { answerTexts, inference } from "../worker-loop.ts";
import { addBlocks } from "./e5-blocks.ts";
import { openE5File } from "./e5-file.ts";

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
const transformer = await inference(() => openTransformer(file));
answerTexts({ embed, release: transformer.release });

async function embed(text: string): Promise<Float32Array<ArrayBuffer>> {
	const pieces = file.pieces.idsOf(PREFIX + text, piecesMax - 2);
	const ids = [BEGIN, ...pieces, END];
	const states = await transformer.statesOf(embeddings(ids));
	const own = meanState(states, ids.length);
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
