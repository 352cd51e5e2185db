/** Strength of the pull of weights to their start, in observations. */
const PULL = 1;
const ITERATIONS = 25;

/**
 * Logistic regression by Newton's method, pulled towards `start`: with few observations it stays what it was.
 * @returns weights that make 1 / (1 + e^-(weights · row)) the probability of `true`
 */
export function fitLogistic(
	rows: readonly (readonly number[])[],
	outcomes: readonly boolean[],
	start: readonly number[],
): number[] {
	const n = start.length;
	let weights = [...start];
	for (let iteration = 0; iteration < ITERATIONS; iteration++) {
		const gradient = weights.map((w, i) => PULL * (start[i]! - w));
		const curvature = Array.from({ length: n }, (_, i) =>
			Array.from({ length: n }, (_, j) => (i === j ? PULL : 0)),
		);
		rows.forEach((row, r) => {
			const odds = row.reduce((sum, x, i) => sum + x * weights[i]!, 0);
			const p = 1 / (1 + Math.exp(-odds));
			const error = (outcomes[r] ? 1 : 0) - p;
			const steep = Math.max(p * (1 - p), 1e-6);
			for (let i = 0; i < n; i++) {
				gradient[i]! += error * row[i]!;
				for (let j = 0; j < n; j++)
					curvature[i]![j]! += steep * row[i]! * row[j]!;
			}
		});
		const step = solve(curvature, gradient);
		weights = weights.map((w, i) => w + step[i]!);
		if (Math.max(...step.map(Math.abs)) < 1e-6) break;
	}
	return weights;
}

/** Gauss elimination with pivots; the matrix is positive definite, so there is a solution. */
function solve(matrix: number[][], right: readonly number[]): number[] {
	const rows = matrix.map((row, i) => [...row, right[i]!]);
	const n = rows.length;
	for (let column = 0; column < n; column++) {
		let pivot = column;
		for (let i = column + 1; i < n; i++)
			if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!))
				pivot = i;
		[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
		for (let i = 0; i < n; i++) {
			if (i === column) continue;
			const factor = rows[i]![column]! / rows[column]![column]!;
			for (let j = column; j <= n; j++)
				rows[i]![j]! -= factor * rows[column]![j]!;
		}
	}
	return rows.map((row, i) => row[n]! / row[i]!);
}
