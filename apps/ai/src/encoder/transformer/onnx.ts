import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

// The part of the ONNX format that a graph of a transformer needs. The numbers are those of its onnx.proto.

/** Runs the contributed operators of onnxruntime. */
const MICROSOFT = "com.microsoft";
const IR_VERSION = 8;
const OPERATORS_VERSION = 17;
const FLOAT = 1;
const UINT8 = 2;
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;

export interface OnnxNode {
	readonly operator: string;
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
	/** Whole numbers. */
	readonly numbers?: Readonly<Record<string, number>>;
	readonly floats?: Readonly<Record<string, number>>;
	/** Whether it is one of onnxruntime's own. */
	readonly isContributed?: boolean;
}

export interface OnnxTensor {
	readonly name: string;
	readonly shape: readonly number[];
	readonly values: Float32Array | Uint8Array;
}

export interface OnnxGraph {
	readonly nodes: readonly OnnxNode[];
	readonly tensors: readonly OnnxTensor[];
	/** Batch of one, any length, this many numbers. */
	readonly input: { readonly name: string; readonly width: number };
	readonly output: { readonly name: string; readonly width: number };
}

/** The graph as an ONNX file. */
export function encodeOnnx(graph: OnnxGraph): Uint8Array {
	const writer = new BinaryWriter();
	writer.tag(1, WireType.Varint).int64(IR_VERSION);
	for (const [domain, version] of [
		["", OPERATORS_VERSION],
		[MICROSOFT, 1],
	] as const)
		message(writer, 8, (opset) => {
			text(opset, 1, domain);
			opset.tag(2, WireType.Varint).int64(version);
		});
	message(writer, 7, (body) => {
		for (const node of graph.nodes) message(body, 1, (w) => writeNode(w, node));
		text(body, 2, "encoder");
		for (const one of graph.tensors) message(body, 5, (w) => tensor(w, one));
		message(body, 11, (w) => valueInfo(w, graph.input));
		message(body, 12, (w) => valueInfo(w, graph.output));
	});
	return writer.finish();
}

function message(
	writer: BinaryWriter,
	field: number,
	write: (inner: BinaryWriter) => void,
): void {
	writer.tag(field, WireType.LengthDelimited).fork();
	write(writer);
	writer.join();
}

function text(writer: BinaryWriter, field: number, value: string): void {
	writer.tag(field, WireType.LengthDelimited).string(value);
}

function writeNode(writer: BinaryWriter, node: OnnxNode): void {
	for (const input of node.inputs) text(writer, 1, input);
	for (const output of node.outputs) text(writer, 2, output);
	text(writer, 4, node.operator);
	for (const [name, value] of Object.entries(node.numbers ?? {}))
		message(writer, 5, (attribute) => {
			text(attribute, 1, name);
			attribute.tag(3, WireType.Varint).int64(value);
			attribute.tag(20, WireType.Varint).int32(ATTRIBUTE_INT);
		});
	for (const [name, value] of Object.entries(node.floats ?? {}))
		message(writer, 5, (attribute) => {
			text(attribute, 1, name);
			attribute.tag(2, WireType.Bit32).float(value);
			attribute.tag(20, WireType.Varint).int32(ATTRIBUTE_FLOAT);
		});
	if (node.isContributed) text(writer, 7, MICROSOFT);
}

function tensor(writer: BinaryWriter, { name, shape, values }: OnnxTensor) {
	for (const size of shape) writer.tag(1, WireType.Varint).int64(size);
	const type = values instanceof Float32Array ? FLOAT : UINT8;
	writer.tag(2, WireType.Varint).int32(type);
	text(writer, 8, name);
	const bytes = new Uint8Array(
		values.buffer,
		values.byteOffset,
		values.byteLength,
	);
	writer.tag(9, WireType.LengthDelimited).bytes(bytes);
}

function valueInfo(
	writer: BinaryWriter,
	{ name, width }: OnnxGraph["input"],
): void {
	text(writer, 1, name);
	message(writer, 2, (type) =>
		message(type, 1, (tensorType) => {
			tensorType.tag(1, WireType.Varint).int32(FLOAT);
			message(tensorType, 2, (shape) => {
				message(shape, 1, (dim) => dim.tag(1, WireType.Varint).int64(1));
				message(shape, 1, (dim) => text(dim, 2, "length"));
				message(shape, 1, (dim) => dim.tag(1, WireType.Varint).int64(width));
			});
		}),
	);
}
