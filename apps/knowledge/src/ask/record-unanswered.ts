import { newId } from "@supportdesk/ids/ids.ts";
import { writeInBatch } from "@supportdesk/pg/batched-write.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directionOf } from "../domain/gaps/centred.ts";
import { keptQuestion, phrasingKey } from "../domain/gaps/phrasing.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import { quantise } from "../domain/index/vectors.ts";
import { indexable } from "../store/indexable.ts";
import { unansweredQueryInsert } from "../store/unanswered-queries.ts";

export interface Unanswered {
	readonly text: string;
	readonly question: IndexQuestion;
	/** Of a draft's question; a search has none. */
	readonly ticketId?: string;
}

export type RecordDeps = Pick<Deps, "db" | "clock" | "metrics">;

/**
 * Stores a query that no article answered. It is committed when this resolves; a job counts it in its gap within about
 * half a second, see `jobs/count-unanswered.ts`.
 *
 * @throws AppError `service_unavailable` when the database is unavailable or the caller disconnected.
 */
export async function recordUnanswered(
	{ db, clock, metrics }: RecordDeps,
	context: CallContext,
	{ text: rawText, question: { embedding }, ticketId }: Unanswered,
): Promise<void> {
	metrics.countUnanswered();
	const searchedAt = clock.now();
	const text = keptQuestion(rawText);
	await writeInBatch(db, context, unansweredQueryInsert, {
		id: newId("gap", searchedAt.getTime()),
		text,
		key: indexable(phrasingKey(text)),
		embedding: embedding && {
			encoder: embedding.encoder,
			direction: directionOf(quantise(embedding.vector)),
		},
		ticketId: ticketId || undefined,
		searchedAt,
	});
}
