import type { Matrix } from "../transformer/transformer-graph.ts";

/** Numbers share a scale in blocks of so many. */
export const BLOCK = 32;
/** A float16 scale, then two numbers a byte. */
export const BLOCK_BYTES = 2 + BLOCK / 2;

/**
 * The file's blocks as `MatMulNBits` wants them. A byte of the file holds the numbers j and j + 16 of its block; there it
 * holds two neighbours.
 */
export function matrixOf(blocks: Buffer): Matrix {
	const count = blocks.length / BLOCK_BYTES;
	const half = BLOCK / 2;
	const scales = new Float32Array(count);
	const numbers = new Uint8Array(count * half);
	for (let block = 0; block < count; block++) {
		const begin = block * BLOCK_BYTES;
		scales[block] = float16(blocks.readUInt16LE(begin));
		const number = (i: number) => {
			const byte = blocks[begin + 2 + (i % half)]!;
			return i < half ? byte & 15 : byte >> 4;
		};
		for (let i = 0; i < half; i++)
			numbers[block * half + i] = number(2 * i) | (number(2 * i + 1) << 4);
	}
	return { bits: 4, block: BLOCK, scales, numbers };
}

/** Adds one row of blocks to a vector. */
export function addBlocks(blocks: Buffer, sum: Float32Array, offset: number) {
	const half = BLOCK / 2;
	for (let block = 0; block * BLOCK_BYTES < blocks.length; block++) {
		const begin = block * BLOCK_BYTES;
		const scale = float16(blocks.readUInt16LE(begin));
		const to = offset + block * BLOCK;
		for (let i = 0; i < half; i++) {
			const byte = blocks[begin + 2 + i]!;
			sum[to + i]! += ((byte & 15) - 8) * scale;
			sum[to + half + i]! += ((byte >> 4) - 8) * scale;
		}
	}
}

function float16(bits: number): number {
	const sign = bits & 0x8000 ? -1 : 1;
	const exponent = (bits >> 10) & 0x1f;
	const fraction = bits & 0x3ff;
	return exponent === 0
		? sign * fraction * 2 ** -24
		: sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
