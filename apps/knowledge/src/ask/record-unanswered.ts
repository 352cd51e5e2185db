import { newId } from "@supportdesk/ids/ids.ts";
import { writeInBatch } from "@supportdesk/pg/batched-write.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { directionOf } from "../domain/gaps/centred.ts";
import { matterOf } from "../domain/gaps/matter.ts";
import { keptQuestion, phrasingKey } from "../domain/gaps/phrasing.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import { quantise } from "../domain/index/vectors.ts";
import { indexable } from "../store/indexable.ts";
import { unansweredQueryInsert } from "../store/unanswered-queries.ts";
import { readQuestion } from "./read-question.ts";

export interface Unanswered {
	readonly text: string;
	readonly question: IndexQuestion;
	/** Of a draft's question; a search has none. */
	readonly ticketId?: string;
	/** As `findAnswers` has it. */
	readonly encodeTimeoutMs?: number;
}

export type RecordDeps = Pick<Deps, "db" | "clock" | "metrics"> &
	Parameters<typeof readQuestion>[0];

/**
 * Stores what a query that no article answered asks about; nothing, if it only greets or thanks. It is committed when this resolves; a job counts it in its gap within about
 * half a second, see `jobs/count-unanswered.ts`.
 *
 * @throws AppError `service_unavailable` when the database is unavailable or the caller disconnected.
 */
export async function recordUnanswered(
	deps: RecordDeps,
	context: CallContext,
	{ text: rawText, question, ticketId, encodeTimeoutMs }: Unanswered,
): Promise<void> {
	const { db, clock, metrics } = deps;
	metrics.countUnanswered();
	const searchedAt = clock.now();
	const matter = matterOf(rawText);
	const text = keptQuestion(matter);
	if (text === "") return;
	const { embedding } =
		matter === rawText
			? question
			: (await readQuestion(deps, matter, 0, [], context, encodeTimeoutMs))
					.question;
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
