import { expect, test } from "vitest";
import { cosinesWith, packExamples } from "./nearest.ts";

const DIMENSIONS = 384;

function unit(vector: readonly number[]): Float32Array {
	const length = Math.hypot(...vector);
	return Float32Array.from(vector, (x) => x / length);
}

// Vectors of one coordinate and of equal ones come closest to what a lane holds; neighbours of both signs borrow from
// each other.
const VECTORS = Array.from({ length: 31 }, (_, n) =>
	unit(
		Array.from({ length: DIMENSIONS }, (_, i) => {
			if (n % 3 === 0) return i === n ? 1 : 0;
			if (n % 3 === 1) return n % 2 ? 1 : -1;
			return Math.sin(n * 31 + i * 17);
		}),
	),
);

test.each([1, 2, 3, 12, 31])("compares with each of %d examples", (count) => {
	const examples = VECTORS.slice(0, count).map((vector) =>
		Int8Array.from(vector, (x) => Math.round(x * 127)),
	);
	const packed = packExamples(
		Int8Array.from(examples.flatMap((example) => [...example])),
		DIMENSIONS,
	);
	for (const vector of [...VECTORS, VECTORS[1]!.map((x) => -x)]) {
		const cosines = cosinesWith(packed, vector);
		for (const [i, example] of examples.entries()) {
			const exact = vector.reduce((sum, x, k) => sum + x * example[k]!, 0);
			expect(cosines[i]).toBeCloseTo(exact / 127, 2);
		}
	}
});

test("compares with none", () => {
	const none = packExamples(new Int8Array(0), DIMENSIONS);
	expect([...cosinesWith(none, VECTORS[0]!)]).toEqual([]);
	expect(packExamples(new Int8Array(0), 0).count).toBe(0);
});
