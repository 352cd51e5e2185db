import { resemble } from "../text/sketch.ts";
import type { Evidence } from "./evidence.ts";

/**
 * Articles with so large a share of their words in common say the same about two things, like the steps for two products.
 * Other neighbours in a help centre have a tenth to four tenths in common.
 */
const SAME_FROM = 2 / 3;

/**
 * Beside each candidate the number of its group. Articles of one group do not compete: they contain the same words
 * of the question, and that is all of them (a help centre may have its refund policy once for each country), or the
 * articles are the same but for a few words.
 */
export function groupsOf(candidates: readonly Evidence[]): number[] {
	const groups = candidates.map((_, i) => i);
	const alike = Map.groupBy(candidates.keys(), (i) => wordsOf(candidates[i]!));
	for (const [words, members] of alike) {
		const isAll = saysAll(words);
		for (let n = 1; n < members.length; n++)
			for (let m = 0; m < n; m++) {
				const [i, j] = [members[n]!, members[m]!];
				if (groups[i] === groups[j]) continue;
				if (isAll || areSame(candidates[i]!, candidates[j]!))
					join(groups, members, i, j);
			}
	}
	return groups;
}

/** Which words of the question an article holds, as a string of 1 and 0. */
function wordsOf({ titleCounts, bodyCounts }: Evidence): string {
	let words = "";
	for (let i = 0; i < titleCounts.length; i++)
		words += titleCounts[i]! > 0 || bodyCounts[i]! > 0 ? "1" : "0";
	return words;
}

const saysAll = (words: string) => words !== "" && !words.includes("0");

/** Whether two articles are the same but for a few words. */
export function areSame(a: Evidence, b: Evidence): boolean {
	return resemble(a.sketch, b.sketch, SAME_FROM);
}

function join(
	groups: number[],
	members: readonly number[],
	i: number,
	j: number,
): void {
	const [from, to] = [groups[i]!, groups[j]!];
	for (const member of members)
		if (groups[member] === from) groups[member] = to;
}
