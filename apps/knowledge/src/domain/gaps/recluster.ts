import { product } from "../index/vectors.ts";
import { addTo, centred, type Direction, meanOf } from "./centred.ts";

const SIMILARITY_MIN = 0.22; // average link; chosen on training texts of the sets of bench/gaps and of four others
const ROWS_A_TURN = 50; // some milliseconds of a thousand questions

/**
 * Clusters questions by average link: two groups are joined while all pairs across them are, on average, alike
 * enough. Returns a group's number for each question. Takes memory and time in the square of the questions.
 *
 * @param yieldTurn awaited now and then, so that the event loop can run other work.
 */
export async function recluster(
	questions: readonly Direction[],
	yieldTurn: () => Promise<unknown>,
): Promise<number[]> {
	const count = questions.length;
	if (count === 0) return [];
	const mean = meanOf(questions, questions[0]!.vector.length);
	const points = questions.map(({ vector, scale }) =>
		centred(vector, scale, mean),
	);
	const similarity = points.map(() => new Float32Array(count));
	for (let i = 0; i < count; i++) {
		for (let j = 0; j < i; j++) {
			const value = product(points[i]!, points[j]!, 0);
			similarity[i]![j] = value;
			similarity[j]![i] = value;
		}
		if (i % ROWS_A_TURN === 0) await yieldTurn();
	}
	const parents = await joinAll(similarity, yieldTurn);
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
 * always joining the nearest pair of all, at the square instead of the cube of the questions. Returns for each question
 * the one it was joined to, itself if none.
 */
async function joinAll(
	similarity: readonly Float32Array[],
	yieldTurn: () => Promise<unknown>,
): Promise<number[]> {
	const sizes = similarity.map(() => 1);
	const parents = similarity.map((_, i) => i);
	const alive = new Set(parents);
	const chain: number[] = [];
	for (let step = 1; alive.size > 0; step++) {
		if (step % ROWS_A_TURN === 0) await yieldTurn();
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
	return parents;
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

/** Position of the most typical question: the one nearest to all the others together. */
export function mostTypical(questions: readonly Direction[]): number {
	const sum = new Float32Array(questions[0]?.vector.length ?? 0);
	for (const { vector, scale } of questions) addTo(sum, vector, scale);
	const likeness = questions.map(
		({ vector, scale }) => scale * product(sum, vector, 0),
	);
	return likeness.indexOf(Math.max(...likeness));
}
