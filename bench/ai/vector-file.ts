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

/** Bytes that a text is known by: enough that no two of a billion texts share them. */
const KEY_BYTES = 16;
/** Texts that are read between two writes: an interrupted run loses a few seconds of them. */
const CHUNK = 256;

/**
 * An encoder that reads each text once: vectors are kept in a file, by the hash of the text, for this run, the next, and
 * one beside it.
 * @param onProgress told how many of the texts that were not known are read
 */
export function keepingVectors(
	encoder: Encoder,
	file: string,
	onProgress: (read: number, of: number) => void,
): Encoder {
	const bytes = 4 * encoder.dimensions;
	const known = new Map<string, Float32Array>();
	const catchUp = openRecords(file, KEY_BYTES + bytes, (record) => {
		const vector = new Float32Array(encoder.dimensions);
		record.copy(new Uint8Array(vector.buffer), 0, KEY_BYTES);
		known.set(record.toString("hex", 0, KEY_BYTES), vector);
	});

	async function read(texts: ReadonlyMap<string, string>): Promise<void> {
		catchUp();
		const isMissing = ([key]: readonly [string, string]) => !known.has(key);
		const missing = [...texts].filter(isMissing);
		for (let begin = 0; begin < missing.length; begin += CHUNK) {
			catchUp();
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
		catchUp();
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

/** Makes the file if it is not there. @returns what hands over the records that have come since it was last called */
function openRecords(
	file: string,
	size: number,
	onRecord: (record: Buffer) => void,
): () => void {
	mkdirSync(dirname(file), { recursive: true });
	cutToWhole(file, size);
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

/** A run that was ended in the middle of a write has left a part of a record. */
function cutToWhole(file: string, size: number): void {
	const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	if (bytes % size > 0) truncateSync(file, bytes - (bytes % size));
}
