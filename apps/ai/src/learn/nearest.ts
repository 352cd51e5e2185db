// Cosines of a vector with hundreds of examples, exact to a few ten-thousandths. Three examples share a number, so that
// one multiplication serves three of them: each has 18 bits of a float64's 53, and keeps to them because the dot
// product of two vectors is at most the product of their lengths (136 and 910, see below).

/** Examples' vectors of whole numbers, ready to be compared with. */
export interface PackedExamples {
	readonly count: number;
	readonly dimensions: number;
	/** Twelve examples at a time: for each coordinate, four numbers of three examples each. */
	readonly numbers: Float64Array;
}

const LANE = 2 ** 18;
const LANES = 3;
const COLUMNS = 4;
const BLOCK = LANES * COLUMNS;
/** Steps of a stored coordinate. Rounding lengthens a unit vector of 384 coordinates from 127 to 137 at the most. */
const EXAMPLE_STEPS = 127;
/** Steps of a coordinate that is compared: 900 becomes 910 at the most, and 137 × 910 fits into 17 bits and a sign. */
const STEPS = 900;
const COSINE = 1 / (STEPS * EXAMPLE_STEPS);

/**
 * Packs unit-length vectors for `cosinesWith`.
 * @param embeddings in 127ths, one vector after the other
 */
export function packExamples(
	embeddings: Int8Array,
	dimensions: number,
): PackedExamples {
	const count = dimensions === 0 ? 0 : embeddings.length / dimensions;
	const blocks = Math.ceil(count / BLOCK);
	const numbers = new Float64Array(blocks * COLUMNS * dimensions);
	for (let example = 0; example < count; example++) {
		const block = Math.floor(example / BLOCK);
		const column = Math.floor((example % BLOCK) / LANES);
		const unit = LANE ** (example % LANES);
		for (let i = 0; i < dimensions; i++)
			numbers[(block * dimensions + i) * COLUMNS + column]! +=
				unit * embeddings[example * dimensions + i]!;
	}
	return { count, dimensions, numbers };
}

/** The cosine of each example with a unit-length vector, in the order of the examples; some numbers more may follow. */
export function cosinesWith(
	{ dimensions, numbers }: PackedExamples,
	embedding: Float32Array,
): Float64Array {
	const steps = new Float64Array(dimensions);
	for (let i = 0; i < dimensions; i++)
		steps[i] = Math.round(embedding[i]! * STEPS);
	const columns = dimensions === 0 ? 0 : numbers.length / dimensions;
	const cosines = new Float64Array(columns * LANES);
	let at = 0;
	for (let column = 0; column < columns; column += COLUMNS) {
		let a = 0;
		let b = 0;
		let c = 0;
		let d = 0;
		for (let i = 0; i < dimensions; i++, at += COLUMNS) {
			const step = steps[i]!;
			a += numbers[at]! * step;
			b += numbers[at + 1]! * step;
			c += numbers[at + 2]! * step;
			d += numbers[at + 3]! * step;
		}
		unpack(a, cosines, column * LANES);
		unpack(b, cosines, (column + 1) * LANES);
		unpack(c, cosines, (column + 2) * LANES);
		unpack(d, cosines, (column + 3) * LANES);
	}
	return cosines;
}

function unpack(sum: number, cosines: Float64Array, at: number): void {
	const higher = Math.round(sum / LANE);
	const highest = Math.round(higher / LANE);
	cosines[at] = (sum - higher * LANE) * COSINE;
	cosines[at + 1] = (higher - highest * LANE) * COSINE;
	cosines[at + 2] = highest * COSINE;
}
