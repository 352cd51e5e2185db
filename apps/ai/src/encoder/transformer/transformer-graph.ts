import { encodeOnnx, type OnnxNode, type OnnxTensor } from "./onnx.ts";

/** Of `MatMulNBits`: the inputs are rounded to int8 in the same blocks, which is quick. */
const INT8_INPUTS = 4;

export const INPUT = "embeddings";
export const OUTPUT = "states";

/** Sizes of a model. */
export interface Shape {
	readonly hidden: number;
	readonly layers: number;
	readonly heads: number;
	readonly inner: number;
	readonly epsilon: number;
}

/** The numbers of a matrix's columns in blocks with a scale each, as `MatMulNBits` wants them. */
export interface Matrix {
	readonly bits: number;
	/** Numbers that share a scale. */
	readonly block: number;
	readonly scales: Float32Array;
	/** Without a sign: half of their range is zero. */
	readonly numbers: Uint8Array;
}

/** The weights of a BERT, by the names that multilingual-e5-small's file has for them. */
export interface TransformerWeights {
	readonly shape: Shape;
	/** Biases and what scales sums: `l0.q.b`, `emb.ln.w`. */
	floats(name: string): Float32Array;
	/** `l0.q.w`: queries, keys and values (q, k, v), what attention gives (ao), and the two of the inner layer (fi, fo). */
	matrix(name: string): Matrix;
}

interface Parts {
	readonly nodes: OnnxNode[];
	readonly tensors: OnnxTensor[];
}

/**
 * The model as an ONNX graph: from the summed embeddings of a text's pieces to the states of its last layer. The weights
 * stay in their few bits; onnxruntime multiplies by them as they are.
 */
export function transformerGraph(weights: TransformerWeights): Uint8Array {
	const { hidden, layers, epsilon } = weights.shape;
	const parts: Parts = { nodes: [], tensors: [] };
	floats(parts, weights, "emb.ln.w", [hidden]);
	floats(parts, weights, "emb.ln.b", [hidden]);
	parts.nodes.push({
		operator: "LayerNormalization",
		inputs: [INPUT, "emb.ln.w", "emb.ln.b"],
		outputs: ["l0.in"],
		numbers: { axis: -1 },
		floats: { epsilon },
	});
	for (let layer = 0; layer < layers; layer++)
		addLayer(parts, weights, layer, layer + 1 === layers);
	return encodeOnnx({
		...parts,
		input: { name: INPUT, width: hidden },
		output: { name: OUTPUT, width: hidden },
	});
}

function addLayer(
	parts: Parts,
	weights: TransformerWeights,
	layer: number,
	isLast: boolean,
): void {
	const { hidden, heads, inner, epsilon } = weights.shape;
	const { nodes } = parts;
	const at = (name: string) => `l${layer}.${name}`;
	for (const name of ["q", "k", "v"])
		multiply(parts, weights, at(name), at("in"), hidden, hidden);
	const biases = ["q.b", "k.b", "v.b"].map((name) => weights.floats(at(name)));
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
	multiply(parts, weights, at("ao"), at("seen"), hidden, hidden);
	join(at("ao"), at("in"), at("aln"), at("mid"));
	multiply(parts, weights, at("fi"), at("mid"), hidden, inner);
	floats(parts, weights, at("fi.b"), [inner]);
	nodes.push({
		operator: "BiasGelu",
		inputs: [at("fi"), at("fi.b")],
		outputs: [at("gelu")],
		isContributed: true,
	});
	multiply(parts, weights, at("fo"), at("gelu"), inner, hidden);
	join(at("fo"), at("mid"), at("oln"), isLast ? OUTPUT : `l${layer + 1}.in`);

	/** Adds what a part gives, and its bias, to what it was given, and scales the sum. */
	function join(from: string, to: string, norm: string, output: string): void {
		for (const name of [`${from}.b`, `${norm}.w`, `${norm}.b`])
			floats(parts, weights, name, [hidden]);
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
	weights: TransformerWeights,
	name: string,
	shape: readonly number[],
): void {
	tensors.push({ name, shape, values: weights.floats(name) });
}

/** Multiplies by the weights `<name>.w`. */
function multiply(
	{ nodes, tensors }: Parts,
	weights: TransformerWeights,
	name: string,
	input: string,
	from: number,
	to: number,
): void {
	const { bits, block, scales, numbers } = weights.matrix(`${name}.w`);
	tensors.push(
		{
			name: `${name}.w`,
			shape: [to, from / block, (block * bits) / 8],
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
			bits,
			block_size: block,
			accuracy_level: INT8_INPUTS,
		},
		isContributed: true,
	});
}
