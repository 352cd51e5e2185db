/** Distance of the first step; AdaGrad shortens the following ones, row by row. */
const STEP = 0.05;
/** How strongly a row is held where it began: words seen twice must not drift far. */
const HOLD = 1e-4;

export interface Fit {
	readonly dimensions: number;
	/** Row after row; changed in place. */
	readonly rows: Float32Array;
	/** Pieces of each text. */
	readonly texts: readonly (readonly number[])[];
	/** Unit-length vectors the sums of the rows should point to, text after text. */
	readonly targets: Float32Array;
}

/** Moves the rows so that each text's sum of rows points where the teacher's vector points. */
export function fitRows(fit: Fit, epochs: number): void {
	const { dimensions, rows, texts, targets } = fit;
	const start = rows.slice();
	const steepness = new Float32Array(rows.length / dimensions);
	const sum = new Float32Array(dimensions);
	const gradient = new Float32Array(dimensions);
	const order = texts.map((_, i) => i);
	for (let epoch = 0; epoch < epochs; epoch++) {
		shuffle(order, epoch);
		let total = 0;
		for (const text of order) {
			const pieces = texts[text]!;
			if (pieces.length === 0) continue;
			const target = targets.subarray(
				text * dimensions,
				(text + 1) * dimensions,
			);
			sum.fill(0);
			for (const piece of pieces)
				for (let i = 0; i < dimensions; i++)
					sum[i]! += rows[piece * dimensions + i]!;
			const length = Math.sqrt(dot(sum, sum));
			if (length === 0) continue;
			const cos = dot(sum, target) / length;
			total += cos;
			// The gradient of the cosine, times the length: its size must not depend on how long a text is.
			for (let i = 0; i < dimensions; i++)
				gradient[i] = target[i]! - (cos * sum[i]!) / length;
			const steep = dot(gradient, gradient);
			if (steep === 0) continue; // it is there already, and the step would be infinite
			for (const piece of pieces) {
				steepness[piece]! += steep;
				const step = STEP / Math.sqrt(steepness[piece]!);
				const begin = piece * dimensions;
				for (let i = 0; i < dimensions; i++) {
					const row = rows[begin + i]!;
					rows[begin + i] =
						row + step * gradient[i]! - HOLD * (row - start[begin + i]!);
				}
			}
		}
		console.log(
			`epoch ${epoch + 1}: mean cosine ${(total / order.length).toFixed(4)}`,
		);
	}
}

function dot(a: Float32Array, b: Float32Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
	return sum;
}

/** Fisher and Yates with a small generator of our own, so that a run can be repeated to the bit. */
function shuffle(order: number[], seed: number): void {
	let state = seed + 1;
	for (let i = order.length - 1; i > 0; i--) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		const j = Math.floor((state / 2 ** 32) * (i + 1));
		[order[i], order[j]] = [order[j]!, order[i]!];
	}
}
