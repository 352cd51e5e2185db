import { createHash } from "node:crypto";
import {
	createReadStream,
	createWriteStream,
	existsSync,
	statSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Encoder } from "../../src/encoder/encoder.ts";

/** Texts between two lines of progress and two writes. */
const STEP = 1_000;

/**
 * The teacher's vectors of the texts, one after the other. They take minutes to make, so they are kept in the
 * folder, and a stopped run resumes there.
 */
export async function teacherVectors(
	teacher: Encoder,
	texts: readonly string[],
	folder: string,
): Promise<Float32Array> {
	await mkdir(folder, { recursive: true });
	const key = createHash("sha256").update(teacher.name);
	for (const text of texts) key.update(text).update("\0");
	const file = join(folder, `${key.digest("hex").slice(0, 16)}.f32`);
	const rowBytes = teacher.dimensions * 4;
	const done = existsSync(file)
		? Math.floor(statSync(file).size / rowBytes)
		: 0;
	const out = createWriteStream(file, { flags: "a" });
	for (let from = done; from < texts.length; from += STEP) {
		const vectors = await teacher.embed(texts.slice(from, from + STEP));
		for (const vector of vectors) out.write(Buffer.from(vector.buffer));
		console.log(
			`teacher: ${Math.min(from + STEP, texts.length)} of ${texts.length}`,
		);
	}
	await new Promise((resolve) => out.end(resolve));
	return readVectors(file, texts.length * teacher.dimensions);
}

async function readVectors(file: string, count: number): Promise<Float32Array> {
	const vectors = new Float32Array(count);
	const bytes = new Uint8Array(vectors.buffer);
	let offset = 0;
	for await (const chunk of createReadStream(file)) {
		bytes.set(chunk as Buffer, offset);
		offset += (chunk as Buffer).length;
	}
	return vectors;
}
