/** A phrasing, the gap it is counted in, and its frequency. */
export interface CountedQuestion {
	readonly id: number;
	readonly gapId: string;
	readonly frequency: number;
}

export interface ReclusteredGap {
	/** Of the gap that continues; undefined for a new one. */
	readonly gapId: string | undefined;
	readonly questions: readonly CountedQuestion[];
}

/**
 * Which gap each new group of questions continues: the one that counted most of its searches, unless that gap
 * continues as a group with more of them. So a gap keeps its id while its questions change.
 *
 * @param groups beside each question, its group's number.
 */
export function planRecluster(
	questions: readonly CountedQuestion[],
	groups: readonly number[],
): ReclusteredGap[] {
	const members = Map.groupBy(questions, (_, i) => groups[i]!);
	const claims = [...members].flatMap(([group, own]) =>
		[...Map.groupBy(own, ({ gapId }) => gapId)].map(([gapId, shared]) => ({
			group,
			gapId,
			searches: shared.reduce((sum, { frequency }) => sum + frequency, 0),
		})),
	);
	claims.sort(
		(a, b) => b.searches - a.searches || (a.gapId < b.gapId ? -1 : 1),
	);
	const gapOf = new Map<number, string>();
	const taken = new Set<string>();
	for (const { group, gapId } of claims) {
		if (gapOf.has(group) || taken.has(gapId)) continue;
		gapOf.set(group, gapId);
		taken.add(gapId);
	}
	return [...members].map(([group, own]) => ({
		gapId: gapOf.get(group),
		questions: own,
	}));
}
