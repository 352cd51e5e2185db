/** How short directions are kept: of {.1, .3, 1, 3}; .1 is no better for the map between the encoders. */
const LEAST = 0.3;

/**
 * The linear map, with a constant, from the vectors of one space to those of another that has the least squared error, in
 * which directions are kept short that the vectors hardly use. Rows of the result: one for each number of a vector, then the constant.
 */
export function ridge(
	from: readonly Float32Array[],
	to: readonly Float32Array[],
): Float64Array[] {
	const width = from[0]!.length + 1;
	const height = to[0]!.length;
	const moments = zeros(width, width);
	const products = zeros(width, height);
	for (const [n, vector] of from.entries()) {
		const own = [...vector, 1];
		for (let i = 0; i < width; i++) {
			const value = own[i]!;
			const moment = moments[i]!;
			for (let j = 0; j <= i; j++) moment[j]! += value * own[j]!;
			const product = products[i]!;
			for (let j = 0; j < height; j++) product[j]! += value * to[n]![j]!;
		}
	}
	for (let i = 0; i < width - 1; i++) moments[i]![i]! += LEAST;
	return solve(moments, products);
}

/** By Cholesky's decomposition; only the lower triangle is read, and both are overwritten. */
function solve(matrix: Float64Array[], right: Float64Array[]): Float64Array[] {
	const size = matrix.length;
	for (let i = 0; i < size; i++)
		for (let j = 0; j <= i; j++) {
			let sum = matrix[i]![j]!;
			for (let k = 0; k < j; k++) sum -= matrix[i]![k]! * matrix[j]![k]!;
			matrix[i]![j] = i === j ? Math.sqrt(sum) : sum / matrix[j]![j]!;
		}
	for (let i = 0; i < size; i++) {
		for (let k = 0; k < i; k++) subtract(right[i]!, right[k]!, matrix[i]![k]!);
		divide(right[i]!, matrix[i]![i]!);
	}
	for (let i = size - 1; i >= 0; i--) {
		for (let k = i + 1; k < size; k++)
			subtract(right[i]!, right[k]!, matrix[k]![i]!);
		divide(right[i]!, matrix[i]![i]!);
	}
	return right;
}

function zeros(rows: number, columns: number): Float64Array[] {
	return Array.from({ length: rows }, () => new Float64Array(columns));
}

function subtract(row: Float64Array, other: Float64Array, times: number): void {
	for (let i = 0; i < row.length; i++) row[i]! -= times * other[i]!;
}

function divide(row: Float64Array, by: number): void {
	for (let i = 0; i < row.length; i++) row[i]! /= by;
}
