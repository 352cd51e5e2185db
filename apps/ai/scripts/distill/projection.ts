/** Jacobi sweeps; the off-diagonal part of a covariance matrix is gone after about eight. */
const SWEEPS = 10;
/** Vectors the directions are estimated from; more change nothing that int8 would keep. */
const SAMPLE = 30_000;

/**
 * The `kept` directions along which the vectors differ most, as rows: projecting on them loses the least of
 * their dot products.
 */
export function principalDirections(
	vectors: Float32Array,
	dimensions: number,
	kept: number,
): Float64Array[] {
	const matrix = secondMoments(vectors, dimensions);
	const directions = Array.from({ length: dimensions }, (_, i) => {
		const unit = new Float64Array(dimensions);
		unit[i] = 1;
		return unit;
	});
	for (let sweep = 0; sweep < SWEEPS; sweep++)
		for (let p = 0; p < dimensions; p++)
			for (let q = p + 1; q < dimensions; q++) rotate(matrix, directions, p, q);
	return directions
		.map((direction, i) => ({ direction, spread: matrix[i]![i]! }))
		.sort((a, b) => b.spread - a.spread)
		.slice(0, kept)
		.map(({ direction }) => direction);
}

/** The vectors seen along the directions. */
export function project(
	vectors: Float32Array,
	directions: readonly Float64Array[],
): Float32Array {
	const from = directions[0]!.length;
	const to = directions.length;
	const rows = vectors.length / from;
	const result = new Float32Array(rows * to);
	for (let row = 0; row < rows; row++)
		for (let k = 0; k < to; k++) {
			const direction = directions[k]!;
			let sum = 0;
			for (let i = 0; i < from; i++)
				sum += direction[i]! * vectors[row * from + i]!;
			result[row * to + k] = sum;
		}
	return result;
}

function secondMoments(vectors: Float32Array, n: number): Float64Array[] {
	const matrix = Array.from({ length: n }, () => new Float64Array(n));
	const rows = vectors.length / n;
	const step = Math.max(1, Math.floor(rows / SAMPLE));
	for (let row = 0; row < rows; row += step)
		for (let i = 0; i < n; i++) {
			const value = vectors[row * n + i]!;
			const line = matrix[i]!;
			for (let j = 0; j < n; j++) line[j]! += value * vectors[row * n + j]!;
		}
	return matrix;
}

/** One Jacobi rotation: makes the entry (p, q) of the symmetric matrix zero. */
function rotate(
	matrix: Float64Array[],
	directions: Float64Array[],
	p: number,
	q: number,
): void {
	const apq = matrix[p]![q]!;
	if (Math.abs(apq) < 1e-12) return;
	const theta = (matrix[q]![q]! - matrix[p]![p]!) / (2 * apq);
	const t =
		(theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
	const c = 1 / Math.sqrt(t * t + 1);
	const s = t * c;
	for (const row of matrix) turn(row, p, q, c, s);
	turnRows(matrix, p, q, c, s);
	turnRows(directions, p, q, c, s);
}

function turn(row: Float64Array, p: number, q: number, c: number, s: number) {
	const a = row[p]!;
	const b = row[q]!;
	row[p] = c * a - s * b;
	row[q] = s * a + c * b;
}

function turnRows(
	rows: Float64Array[],
	p: number,
	q: number,
	c: number,
	s: number,
): void {
	const a = rows[p]!;
	const b = rows[q]!;
	for (let i = 0; i < a.length; i++) {
		const x = a[i]!;
		const y = b[i]!;
		a[i] = c * x - s * y;
		b[i] = s * x + c * y;
	}
}
