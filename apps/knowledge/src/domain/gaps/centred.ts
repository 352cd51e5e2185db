import { unitScales } from "../index/vectors.ts";

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
