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
		const scale = 1 / (lengthOfInt8(vector) || 1);
		for (let i = 0; i < dimensions; i++) mean[i]! += vector[i]! * scale;
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
	const scale = 1 / (lengthOf(vector) || 1);
	const from = new Float32Array(mean.length);
	for (let i = 0; i < from.length; i++) from[i] = vector[i]! * scale - mean[i]!;
	return unit(from);
}

/** Loops, not callbacks, and of one kind of array: a new question is compared with a thousand while a search waits. */
function lengthOfInt8(vector: Int8Array): number {
	let square = 0;
	for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!;
	return Math.sqrt(square);
}

function lengthOf(vector: Int8Array | Float32Array): number {
	return vector instanceof Int8Array
		? lengthOfInt8(vector)
		: Math.sqrt(dot(vector, vector));
}

/** The vector made unit-length, in place; the zero vector stays as it is. */
function unit(vector: Float32Array): Float32Array {
	const length = lengthOf(vector);
	if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
	return vector;
}

export function dot(a: Float32Array, b: Float32Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
	return sum;
}
