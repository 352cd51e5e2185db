import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directionOf } from "../domain/gaps/centred.ts";
import { keptQuestion, wordingKey } from "../domain/gaps/wording.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import { quantise } from "../domain/index/vectors.ts";
import { indexable } from "../store/indexable.ts";

/** A question that no article answers. */
export interface Miss {
	readonly text: string;
	readonly question: IndexQuestion;
	/** Of a draft's question; a search has none. */
	readonly ticketId?: string;
}

export type MissDeps = Pick<Deps, "clock" | "metrics" | "misses">;

/** Counts a miss: once for each search, once for each ticket. Parallel misses of one question make one gap. */
export async function countMiss(
	{ clock, metrics, misses }: MissDeps,
	{ workspaceId, signal }: CallContext,
	{ text: asked, question: { meaning }, ticketId }: Miss,
): Promise<void> {
	metrics.countMiss();
	const text = keptQuestion(asked);
	const key = indexable(wordingKey(text));
	const direction = meaning && directionOf(quantise(meaning.vector));
	await misses.count(workspaceId, signal, {
		text,
		key,
		meaning: direction && { encoder: meaning.encoder, direction },
		ticketId: ticketId || undefined,
		missedAt: clock.now(),
	});
}
