import { BLOCK, BLOCK_BYTES, type E5File } from "./e5-file.ts";
import { encodeOnnx, type OnnxNode, type OnnxTensor } from "./onnx.ts";

const BITS = 4;
/** Of `MatMulNBits`: the inputs are rounded to int8 in the same blocks, which is quick and what the weights were made for. */
const INT8_INPUTS = 4;

export const INPUT = "embeddings";
export const OUTPUT = "states";

interface Parts {
	readonly nodes: OnnxNode[];
	readonly tensors: OnnxTensor[];
}

/**
 * The model as an ONNX graph: from the summed embeddings of a text's pieces to the states of its last layer. The weights
 * stay in their four bits; onnxruntime multiplies by them as they are.
 */
export function e5Graph(file: E5File): Uint8Array {
	const { hidden, layers, epsilon } = file.shape;
	const parts: Parts = { nodes: [], tensors: [] };
	floats(parts, file, "emb.ln.w", [hidden]);
	floats(parts, file, "emb.ln.b", [hidden]);
	parts.nodes.push({
		operator: "LayerNormalization",
		inputs: [INPUT, "emb.ln.w", "emb.ln.b"],
		outputs: ["l0.in"],
		numbers: { axis: -1 },
		floats: { epsilon },
	});
	for (let layer = 0; layer < layers; layer++)
		addLayer(parts, file, layer, layer + 1 === layers);
	return encodeOnnx({
		...parts,
		input: { name: INPUT, width: hidden },
		output: { name: OUTPUT, width: hidden },
	});
}

function addLayer(
	parts: Parts,
	file: E5File,
	layer: number,
	isLast: boolean,
): void {
	const { hidden, heads, inner, epsilon } = file.shape;
	const { nodes } = parts;
	const at = (name: string) => `l${layer}.${name}`;
	for (const name of ["q", "k", "v"])
		multiply(parts, file, at(name), at("in"), hidden, hidden);
	const biases = ["q.b", "k.b", "v.b"].map((name) => file.floats(at(name)));
	parts.tensors.push({
		name: at("qkv.b"),
		shape: [3 * hidden],
		values: Float32Array.from(biases.flatMap((bias) => [...bias])),
	});
	nodes.push({
		operator: "MultiHeadAttention",
		inputs: [at("q"), at("k"), at("v"), at("qkv.b")],
		outputs: [at("seen")],
		numbers: { num_heads: heads },
		isContributed: true,
	});
	multiply(parts, file, at("ao"), at("seen"), hidden, hidden);
	join(at("ao"), at("in"), at("aln"), at("mid"));
	multiply(parts, file, at("fi"), at("mid"), hidden, inner);
	floats(parts, file, at("fi.b"), [inner]);
	nodes.push({
		operator: "BiasGelu",
		inputs: [at("fi"), at("fi.b")],
		outputs: [at("gelu")],
		isContributed: true,
	});
	multiply(parts, file, at("fo"), at("gelu"), inner, hidden);
	join(at("fo"), at("mid"), at("oln"), isLast ? OUTPUT : `l${layer + 1}.in`);

	/** Adds what a part gives, and its bias, to what it was given, and scales the sum. */
	function join(from: string, to: string, norm: string, output: string): void {
		for (const name of [`${from}.b`, `${norm}.w`, `${norm}.b`])
			floats(parts, file, name, [hidden]);
		nodes.push({
			operator: "SkipLayerNormalization",
			inputs: [to, from, `${norm}.w`, `${norm}.b`, `${from}.b`],
			outputs: [output],
			floats: { epsilon },
			isContributed: true,
		});
	}
}

function floats(
	{ tensors }: Parts,
	file: E5File,
	name: string,
	shape: readonly number[],
): void {
	tensors.push({ name, shape, values: file.floats(name) });
}

/** Multiplies by the weights `<name>.w`. */
function multiply(
	{ nodes, tensors }: Parts,
	file: E5File,
	name: string,
	input: string,
	from: number,
	to: number,
): void {
	const { scales, numbers } = unpack(file.blocks(`${name}.w`));
	tensors.push(
		{
			name: `${name}.w`,
			shape: [to, from / BLOCK, BLOCK / 2],
			values: numbers,
		},
		{ name: `${name}.s`, shape: [scales.length], values: scales },
	);
	nodes.push({
		operator: "MatMulNBits",
		inputs: [input, `${name}.w`, `${name}.s`],
		outputs: [name],
		numbers: {
			K: from,
			N: to,
			bits: BITS,
			block_size: BLOCK,
			accuracy_level: INT8_INPUTS,
		},
		isContributed: true,
	});
}

/**
 * The file's blocks as `MatMulNBits` wants them. A byte of the file holds the numbers j and j + 16 of its block; there it
 * holds two neighbours.
 */
function unpack(blocks: Buffer): { scales: Float32Array; numbers: Uint8Array } {
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
	return { scales, numbers };
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
