/**
 * So many imagined questions without a direction of their own keep the mean small while few real ones are known: the
 * mean of one question is the question, and would leave nothing of it.
 */
const IMAGINED_QUESTIONS = 20;

/** The mean direction of int8 vectors, drawn towards zero while they are few. */
export function meanOf(
	vectors: readonly Int8Array[],
	dimensions: number,
): Float32Array {
	const mean = new Float32Array(dimensions);
	for (const vector of vectors) {
		const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0)) || 1;
		for (let i = 0; i < dimensions; i++) mean[i]! += vector[i]! / length;
	}
	const count = vectors.length + IMAGINED_QUESTIONS;
	return mean.map((value) => value / count);
}

/**
 * A vector seen from the mean of its workspace, unit-length. What all questions of a business have in common says
 * nothing about which of them are one question; without it one threshold serves broad and narrow businesses.
 */
export function centred(
	vector: Int8Array | Float32Array,
	mean: Float32Array,
): Float32Array {
	const length = Math.sqrt(
		(vector as Float32Array).reduce((sum, x) => sum + x * x, 0),
	);
	const from = Float32Array.from(
		mean,
		(value, i) => (length > 0 ? vector[i]! / length : 0) - value,
	);
	return unit(from);
}

/** The vector made unit-length; the zero vector stays as it is. */
export function unit(vector: Float32Array): Float32Array {
	const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
	return length > 0 ? vector.map((value) => value / length) : vector;
}

export function dot(a: Float32Array, b: Float32Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
	return sum;
}
