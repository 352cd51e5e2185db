/** Turns texts into vectors whose dot product is the similarity of two texts. */
export interface Encoder {
	/** Names the vector space: vectors of encoders with different names cannot be compared. */
	readonly name: string;
	readonly dimensions: number;
	/** Of encoders with one name: changes with the vectors of some texts, which stay comparable with those of other versions. */
	readonly version?: string | undefined;
	/** Unit-length vectors, one a text, in order. A text without any known word gives the zero vector. */
	embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** An encoder quick enough to be called synchronously within a request. */
export interface InstantEncoder extends Encoder {
	embedNow(text: string): Float32Array;
}

/** The cosine of two unit-length vectors. */
export function cosine(a: Float32Array, b: Float32Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
	return sum;
}

/** Scales a vector to length one, in place; the zero vector stays as it is. */
export function normalise<T extends Float32Array>(vector: T): T {
	const length = Math.sqrt(cosine(vector, vector));
	if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
	return vector;
}
