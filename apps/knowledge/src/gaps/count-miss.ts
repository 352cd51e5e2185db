import { newId } from "@supportdesk/ids/ids.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { gapFor, type KnownQuestion } from "../domain/gaps/join.ts";
import { keptQuestion, wordingKey } from "../domain/gaps/wording.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import { quantise } from "../domain/index/vectors.ts";
import type { Deps } from "../service.ts";
import {
	countGap,
	countQuestion,
	insertGap,
	insertGapTicket,
	type KnownQuestionRow,
	lockGaps,
	selectQuestion,
	selectRecentQuestions,
	selectTicketOfGap,
} from "../store/gaps.ts";

/** A question that no article answers. */
export interface Miss {
	readonly text: string;
	readonly question: IndexQuestion;
	/** Of a draft's question; a search has none. */
	readonly ticketId?: string;
}

// A new wording is compared with these many; what was not asked for as long as that is joined by the nightly job.
const COMPARED_MAX = 1_000;

/** Counts a miss: once for each search, once for each ticket. Parallel misses of one question make one gap. */
export async function countMiss(
	{ db, clock, metrics }: Pick<Deps, "db" | "clock" | "metrics">,
	workspaceId: string,
	{ text, question: { meaning }, ticketId }: Miss,
): Promise<void> {
	metrics.countMiss();
	const now = clock.now();
	const kept = keptQuestion(text);
	const question = {
		text: kept,
		key: wordingKey(kept),
		encoder: meaning?.encoder,
		vector: meaning && quantise(meaning.vector),
	};
	await inTransaction(db, workspaceId, async (tx) => {
		const known = await readKnown(tx, workspaceId, question.key);
		const found = gapFor(question.key, meaning, known);
		const gapId = found ?? newId("gap", now.getTime());
		if (found === undefined)
			tx.defer(insertGap(workspaceId, gapId, kept, 1, now));
		else if (ticketId && (await isCounted(tx, workspaceId, gapId, ticketId)))
			return;
		else tx.defer(countGap(workspaceId, gapId, now));
		const { rows } = await tx.query<{ id: number }>(
			countQuestion(workspaceId, gapId, question, now),
		);
		if (ticketId)
			tx.defer(insertGapTicket(workspaceId, ticketId, rows[0]!.id, now));
	});
}

async function readKnown(
	tx: Transaction,
	workspaceId: string,
	key: string,
): Promise<KnownQuestion[]> {
	const [, same, recent] = await tx.batch<
		[unknown, KnownQuestionRow, KnownQuestionRow]
	>([
		lockGaps(workspaceId),
		selectQuestion(workspaceId, key),
		selectRecentQuestions(workspaceId, COMPARED_MAX),
	]);
	return [...same.rows, ...recent.rows].map(knownFromRow);
}

export function knownFromRow(row: KnownQuestionRow): KnownQuestion {
	const { vector } = row;
	return {
		gapId: row.gap_id,
		key: row.question_key,
		encoder: row.encoder ?? undefined,
		vector: vector
			? new Int8Array(vector.buffer, vector.byteOffset, vector.length)
			: undefined,
	};
}

async function isCounted(
	tx: Transaction,
	workspaceId: string,
	gapId: string,
	ticketId: string,
): Promise<boolean> {
	const { count } = await tx.query(
		selectTicketOfGap(workspaceId, gapId, ticketId),
	);
	return count > 0;
}
