import type { Findings } from "@supportdesk/knowledge/domain/ranking/evidence.ts";
import {
	type Ranked,
	rank,
} from "@supportdesk/knowledge/domain/ranking/rank.ts";

/** Articles a draft may be written from: the number that the tickets service requests from search. */
const SOURCES_MAX = 3;

/** The articles of some findings that a draft may quote, most probable first, as the product chooses them. */
export function quotableIn(
	findings: Findings,
): (Ranked & { readonly draftRelevance: number })[] {
	return rank(findings)
		.map((one) => ({ ...one, ...one.quotability() }))
		.filter(({ isQuotable }) => isQuotable)
		.slice(0, SOURCES_MAX)
		.sort((a, b) => b.draftRelevance - a.draftRelevance);
}
