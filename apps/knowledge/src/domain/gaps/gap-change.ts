import type { Gap } from "../gap.ts";

/** What happened to a gap, in the words of its event's type. */
export type GapChange = "opened" | "resolved" | "reopened";

type GapState = Pick<Gap, "status" | "resolvedByArticleId">;

/**
 * Undefined for what is no event: counts, topics and phrasings change with every search. A gap that another article
 * resolves than before is resolved again.
 *
 * @param before undefined for a new gap.
 */
export function changeOfGap(
	before: GapState | undefined,
	after: GapState,
): GapChange | undefined {
	if (!before) return "opened";
	if (after.resolvedByArticleId === before.resolvedByArticleId)
		return undefined;
	return after.status === "open" ? "reopened" : "resolved";
}
