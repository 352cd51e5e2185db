import { type Direction, directionOf } from "../domain/gaps/centred.ts";

/** How PostgreSQL reads bytes in an array of texts. */
export function bytesText(vector: Int8Array | undefined): string | null {
	return vector ? `\\x${Buffer.from(vector).toString("hex")}` : null;
}

/** The direction of a vector as it is stored. */
export function directionFrom(vector: Buffer): Direction {
	return directionOf(
		new Int8Array(vector.buffer, vector.byteOffset, vector.length),
	);
}
