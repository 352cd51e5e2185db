import { product, unitScales } from "../index/vectors.ts";

/** The direction of an int8 vector. */
export interface Direction {
	readonly vector: Int8Array;
	/** Factor that makes it unit-length; 0 for the zero vector. */
	readonly scale: number;
}

export function directionOf(vector: Int8Array): Direction {
	const [scale] = unitScales(vector, vector.length);
	return { vector, scale: scale! };
}

/**
 * This many synthetic questions without a direction keep the mean small while few real ones are known: the mean of
 * one question is the question itself, so that centring would leave the zero vector.
 */
export const IMAGINED_QUESTIONS = 20;

/** The mean direction, drawn towards zero while there are few. */
export function meanOf(
	directions: readonly Direction[],
	dimensions: number,
): Float32Array {
	const mean = new Float32Array(dimensions);
	for (const { vector, scale } of directions) addTo(mean, vector, scale);
	const count = directions.length + IMAGINED_QUESTIONS;
	return mean.map((value) => value / count);
}

/** Loops, not callbacks: a new question is compared with a thousand while a search waits. */
export function addTo(
	sum: Float32Array,
	vector: Int8Array | Float32Array,
	factor: number,
): void {
	for (let i = 0; i < sum.length; i++) sum[i]! += factor * vector[i]!;
}

/**
 * A vector minus its workspace's mean, unit-length. The common part of all questions of a business does not distinguish
 * them; without it one threshold serves broad and narrow businesses.
 */
export function centred(
	vector: Int8Array | Float32Array,
	scale: number,
	mean: Float32Array,
): Float32Array {
	const from = new Float32Array(mean.length);
	for (let i = 0; i < from.length; i++) from[i] = vector[i]! * scale - mean[i]!;
	return unit(from);
}

/** The vector made unit-length, in place; the zero vector stays as it is. */
function unit(vector: Float32Array): Float32Array {
	const length = Math.sqrt(product(vector, vector, 0));
	if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
	return vector;
}
