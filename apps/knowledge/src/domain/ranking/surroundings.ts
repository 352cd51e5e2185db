// "The usual" is what the best ten candidates have on average: it distinguishes a question with one outstanding
// article from one that many articles fit a little.
const USUAL_OF = 10;
// A z-score is the distance from the mean of that many best candidates, in their standard deviations.
const Z_SCORE_OF = 50;
const Z_SCORE_SCALE = 4;

/** The values that a candidate's value is compared with. */
export interface Surroundings {
	readonly usual: number;
	readonly middle: number;
	readonly spread: number;
}

/** Of each candidate, from all values of other groups and the best value of its own group. */
export function surroundings(
	groups: readonly number[],
	values: readonly number[],
	missing: { usual: number; zScore: number },
	spreadMin: number,
): Surroundings[] {
	const of = (compared: readonly number[]): Surroundings => {
		const best = bestOf(compared, Z_SCORE_OF, missing.zScore);
		const middle = mean(best);
		const variance = mean(best.map((value) => (value - middle) ** 2));
		return {
			usual: mean(bestOf(compared, USUAL_OF, missing.usual)),
			middle,
			spread: Math.sqrt(variance) + spreadMin,
		};
	};
	const ofAll = of(values);
	const members = Map.groupBy(values.keys(), (i) => groups[i]!);
	const ofGroups = new Map(
		[...members].map(([group, own]) => {
			if (own.length === 1) return [group, ofAll];
			const best = Math.max(...own.map((i) => values[i]!));
			const others = values.filter((_, i) => groups[i] !== group);
			return [group, of([best, ...others])];
		}),
	);
	return groups.map((group) => ofGroups.get(group)!);
}

/** Of each candidate, the best value of a candidate of another group; 0 without one. */
export function rivals(
	groups: readonly number[],
	values: readonly number[],
): number[] {
	let best = 0;
	for (let i = 1; i < values.length; i++)
		if (values[i]! > values[best]!) best = i;
	const bestOfOthers = values.reduce(
		(most, value, i) =>
			groups[i] === groups[best] ? most : Math.max(most, value),
		0,
	);
	return groups.map((group) =>
		group === groups[best] ? bestOfOthers : values[best]!,
	);
}

export function zScore(
	value: number,
	{ middle, spread }: Surroundings,
): number {
	return (value - middle) / spread / Z_SCORE_SCALE;
}

/** @param missingShare value of the candidates that a small help centre lacks, as a share of the best. */
function bestOf(
	values: readonly number[],
	count: number,
	missingShare: number,
): number[] {
	const best = values.toSorted((a, b) => b - a).slice(0, count);
	const missing = missingShare * (best[0] ?? 0);
	return [...best, ...Array<number>(count - best.length).fill(missing)];
}

function mean(values: readonly number[]): number {
	return sum(values) / values.length;
}

export function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
