export interface Grouping {
	/** Adjusted Rand index: 0 by chance, 1 for the topics themselves. */
	readonly ari: number;
	/** B³ F1: precision and recall of each question's group, on average. */
	readonly b3F1: number;
	readonly groups: number;
	/** Of the ten most frequent topics: the share that are the main topic of one of the ten largest groups. */
	readonly top10Recall: number;
}

type Labels = readonly (string | number)[];

function countBy(labels: Labels): Map<string | number, number> {
	const counts = new Map<string | number, number>();
	for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
	return counts;
}

const pairs = (n: number) => (n * (n - 1)) / 2;
const pairsOf = (counts: Map<unknown, number>) =>
	[...counts.values()].reduce((sum, n) => sum + pairs(n), 0);

/** How well the groups match the topics. */
export function measureGroups(groups: Labels, topics: Labels): Grouping {
	const both = groups.map((group, i) => `${group}\t${topics[i]}`);
	const inBoth = countBy(both);
	const inGroup = countBy(groups);
	const inTopic = countBy(topics);
	const together = pairsOf(inBoth);
	const expected = (pairsOf(inGroup) * pairsOf(inTopic)) / pairs(groups.length);
	const highest = (pairsOf(inGroup) + pairsOf(inTopic)) / 2;
	let precision = 0;
	let recall = 0;
	for (const [i, key] of both.entries()) {
		precision += inBoth.get(key)! / inGroup.get(groups[i]!)! / groups.length;
		recall += inBoth.get(key)! / inTopic.get(topics[i]!)! / groups.length;
	}
	return {
		ari: (together - expected) / (highest - expected),
		b3F1: (2 * precision * recall) / (precision + recall),
		groups: inGroup.size,
		top10Recall: topTenRecall(groups, topics),
	};
}

function largest(labels: Labels): (string | number)[] {
	return [...countBy(labels)]
		.sort((a, b) => b[1] - a[1])
		.slice(0, 10)
		.map(([label]) => label);
}

function topTenRecall(groups: Labels, topics: Labels): number {
	const main = new Set(
		largest(groups).map(
			(group) => largest(topics.filter((_, i) => groups[i] === group))[0],
		),
	);
	const wanted = largest(topics);
	return wanted.filter((topic) => main.has(topic)).length / wanted.length;
}
