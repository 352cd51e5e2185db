import { hash } from "node:crypto";
import {
	appendFileSync,
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readSync,
	statSync,
	truncateSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";

/** Bytes of a text's key: enough that no two of a billion texts share a key. */
const KEY_BYTES = 16;
/** Texts encoded between two writes: an interrupted run loses a few seconds of work. */
const CHUNK = 256;

/**
 * An encoder that encodes each text once: it caches the vectors in a file, by the hash of the text, for this run, later
 * and concurrent ones.
 * @param onProgress called with the number of uncached texts that are encoded
 */
export function cacheVectors(
	encoder: Encoder,
	file: string,
	onProgress: (read: number, of: number) => void,
): Encoder {
	const bytes = 4 * encoder.dimensions;
	const known = new Map<string, Float32Array>();
	const readNew = openRecords(file, KEY_BYTES + bytes, (record) => {
		const vector = new Float32Array(encoder.dimensions);
		record.copy(new Uint8Array(vector.buffer), 0, KEY_BYTES);
		known.set(record.toString("hex", 0, KEY_BYTES), vector);
	});

	async function read(texts: ReadonlyMap<string, string>): Promise<void> {
		readNew();
		const isMissing = ([key]: readonly [string, string]) => !known.has(key);
		const missing = [...texts].filter(isMissing);
		for (let begin = 0; begin < missing.length; begin += CHUNK) {
			readNew();
			const chunk = missing.slice(begin, begin + CHUNK).filter(isMissing);
			const vectors = await encoder.embed(chunk.map(([, text]) => text));
			const records = chunk.flatMap(([key], i) => {
				const { buffer, byteOffset } = vectors[i]!;
				const vector = Buffer.from(buffer, byteOffset, bytes);
				return [Buffer.from(key, "hex"), vector];
			});
			appendFileSync(file, Buffer.concat(records));
			onProgress(begin, missing.length);
		}
		readNew();
	}

	return {
		...encoder,
		async embed(texts) {
			const keys = texts.map(keyOf);
			await read(new Map(keys.map((key, i) => [key, texts[i]!])));
			return keys.map((key) => known.get(key)!);
		},
	};
}

function keyOf(text: string): string {
	return hash("sha256", text, "hex").slice(0, 2 * KEY_BYTES);
}

/** Creates the file if it is missing. @returns a function that passes on the records added since its last call */
function openRecords(
	file: string,
	size: number,
	onRecord: (record: Buffer) => void,
): () => void {
	mkdirSync(dirname(file), { recursive: true });
	truncatePartial(file, size);
	let at = 0;
	return () => {
		const handle = openSync(file, "a+");
		try {
			const whole = Math.floor((fstatSync(handle).size - at) / size) * size;
			const content = Buffer.alloc(whole);
			readSync(handle, content, 0, whole, at);
			for (let begin = 0; begin < whole; begin += size)
				onRecord(content.subarray(begin, begin + size));
			at += whole;
		} finally {
			closeSync(handle);
		}
	};
}

/** A run that was killed during a write has left a partial record. */
function truncatePartial(file: string, size: number): void {
	const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	if (bytes % size > 0) truncateSync(file, bytes - (bytes % size));
}
