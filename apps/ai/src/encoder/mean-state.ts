import { normalise } from "./encoder.ts";

/** The direction of the mean of a text's states, one a piece. */
export function meanState(
	states: Float32Array,
	count: number,
): Float32Array<ArrayBuffer> {
	const dimensions = states.length / count;
	const sum = new Float32Array(dimensions);
	for (let i = 0; i < states.length; i++) sum[i % dimensions]! += states[i]!;
	normalise(sum);
	return sum;
}
