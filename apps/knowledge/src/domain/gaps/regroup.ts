import { centred, dot, meanOf } from "./centred.ts";

const SIMILARITY_MIN = 0.3; // average link; chosen on the draws of bench/gaps

/**
 * Groups questions anew by average link: two groups are joined while all pairs across them are, on average, alike
 * enough. Answers a group's number for each question. Takes memory and time in the square of the questions.
 */
export function regroup(vectors: readonly Int8Array[]): number[] {
	const count = vectors.length;
	if (count === 0) return [];
	const mean = meanOf(vectors, vectors[0]!.length);
	const points = vectors.map((vector) => centred(vector, mean));
	const similarity = points.map(() => new Float32Array(count));
	for (let i = 0; i < count; i++)
		for (let j = 0; j < i; j++) {
			const value = dot(points[i]!, points[j]!);
			similarity[i]![j] = value;
			similarity[j]![i] = value;
		}
	const sizes = new Array<number>(count).fill(1);
	const parents = points.map((_, i) => i);
	const alive = new Set(parents);
	joinAll(similarity, sizes, parents, alive);
	const numbers = new Map<number, number>();
	return parents.map((_, i) => {
		let root = i;
		while (parents[root] !== root) root = parents[root]!;
		if (!numbers.has(root)) numbers.set(root, numbers.size);
		return numbers.get(root)!;
	});
}

/**
 * Follows chains of nearest neighbours to a pair that are each other's nearest, and joins them: the same groups as
 * always joining the nearest pair of all, at the square instead of the cube of the questions.
 */
function joinAll(
	similarity: readonly Float32Array[],
	sizes: number[],
	parents: number[],
	alive: Set<number>,
): void {
	const chain: number[] = [];
	while (alive.size > 0) {
		const last = chain.at(-1) ?? alive.values().next().value!;
		if (chain.length === 0) chain.push(last);
		const before = chain.at(-2);
		const nearest = nearestOf(last, before, similarity, alive);
		if (nearest === undefined) {
			// Nothing is alike enough: this group is finished.
			alive.delete(last);
			chain.pop();
		} else if (nearest === before) {
			chain.length -= 2;
			join(before, last, similarity, sizes);
			parents[last] = before;
			alive.delete(last);
		} else chain.push(nearest);
	}
}

function nearestOf(
	group: number,
	before: number | undefined,
	similarity: readonly Float32Array[],
	alive: ReadonlySet<number>,
): number | undefined {
	const row = similarity[group]!;
	let nearest: number | undefined;
	let best = SIMILARITY_MIN;
	for (const other of alive) {
		if (other === group) continue;
		const value = row[other]!;
		// Among equals the one the chain came from, or the chain would go in circles.
		if (
			value > best ||
			(value === best && (other === before || nearest === undefined))
		)
			[nearest, best] = [other, value];
	}
	return nearest;
}

/** The similarity to a joined group is the mean over its members. */
function join(
	into: number,
	from: number,
	similarity: readonly Float32Array[],
	sizes: number[],
): void {
	const a = sizes[into]!;
	const b = sizes[from]!;
	for (let other = 0; other < sizes.length; other++) {
		const value =
			(a * similarity[into]![other]! + b * similarity[from]![other]!) / (a + b);
		similarity[into]![other] = value;
		similarity[other]![into] = value;
	}
	sizes[into] = a + b;
}

/** Position of the most typical vector: the one nearest to all the others together. */
export function mostTypical(vectors: readonly Int8Array[]): number {
	const points = vectors.map((vector) =>
		centred(vector, new Float32Array(vector.length)),
	);
	const sum = new Float32Array(points[0]?.length ?? 0);
	for (const point of points)
		for (let i = 0; i < sum.length; i++) sum[i]! += point[i]!;
	const likeness = points.map((point) => dot(point, sum));
	return likeness.indexOf(Math.max(...likeness));
}
