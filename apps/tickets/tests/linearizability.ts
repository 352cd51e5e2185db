import { isDeepStrictEqual } from "node:util";

/** A call as its caller saw it; times in milliseconds of one clock. */
export interface Observed<Change, Answer> {
	readonly change: Change;
	readonly answer: Answer;
	readonly startedAt: number;
	readonly endedAt: number;
}

/**
 * Whether the calls could have been carried out one after the other, each at some moment between its start and its end,
 * so that the model gives every caller the answer it got. Tries the orders one by one: for a handful of calls.
 */
export function isLinearizable<State, Change, Answer>(
	state: State,
	observed: readonly Observed<Change, Answer>[],
	apply: (state: State, change: Change) => readonly [Answer, State],
): boolean {
	if (observed.length === 0) return true;
	const firstEnd = Math.min(...observed.map(({ endedAt }) => endedAt));
	return observed.some((next) => {
		if (next.startedAt > firstEnd) return false;
		const [answer, after] = apply(state, next.change);
		if (!isDeepStrictEqual(answer, next.answer)) return false;
		const rest = observed.filter((other) => other !== next);
		return isLinearizable(after, rest, apply);
	});
}
