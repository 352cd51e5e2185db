import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Classifier } from "./classifier.ts";

// In the thread pool: the models of thousands of examples take a tenth of a second, in which requests must be answered.
const deflate = promisify(deflateRaw);
const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(
	inflateRaw,
);

interface Head {
	readonly labels: readonly string[];
	readonly dimensions: number;
	/** Bytes of each array, in the order of the file. */
	readonly lengths: readonly number[];
}

/** Uncompressed bytes that are accepted at most: 200 labels and 10,000 kept examples stay below. */
const BYTES_MAX = 64 * 1024 * 1024;

/** A classifier as bytes: the head as JSON behind its length, then the arrays, all of it deflated. */
export async function encodeClassifier(
	classifier: Classifier,
): Promise<Buffer> {
	const arrays = [
		classifier.rarity,
		classifier.weights,
		classifier.scales,
		classifier.exampleEmbeddings,
		classifier.exampleLabels,
		classifier.exampleIsLong,
	].map((a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength));
	const head: Head = {
		labels: classifier.labels,
		dimensions: classifier.dimensions,
		lengths: arrays.map(({ length }) => length),
	};
	const json = Buffer.from(JSON.stringify(head));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(json.length);
	return deflate(Buffer.concat([length, json, ...arrays]));
}

/** @throws Error when the bytes are not a whole classifier */
export async function decodeClassifier(bytes: Uint8Array): Promise<Classifier> {
	const file = await inflate(bytes, { maxOutputLength: BYTES_MAX });
	const begin = 4 + file.readUInt32LE(0);
	const head = JSON.parse(file.toString("utf8", 4, begin)) as Head;
	let at = begin;
	// Copied, because the typed views below must start at a multiple of their width.
	const [rarity, weights, scales, embeddings, labels, long] = head.lengths.map(
		(length) => {
			at += length;
			return new Uint8Array(file.subarray(at - length, at)).buffer;
		},
	);
	if (!labels || at !== file.length)
		throw new Error("the classifier is cut off");
	return {
		labels: head.labels,
		dimensions: head.dimensions,
		rarity: new Uint8Array(rarity!),
		weights: new Int8Array(weights!),
		scales: new Float32Array(scales!),
		exampleEmbeddings: new Int8Array(embeddings!),
		exampleLabels: new Uint16Array(labels),
		// Files of earlier versions have none.
		exampleIsLong: long
			? new Uint8Array(long)
			: new Uint8Array(labels.byteLength / 2),
	};
}
