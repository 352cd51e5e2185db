import { newId } from "@supportdesk/ids/ids.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import {
	inTransaction,
	read,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { gapFor, type KnownQuestion } from "../domain/gaps/join.ts";
import { keptQuestion, wordingKey } from "../domain/gaps/wording.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import type { Meaning } from "../domain/index/meanings.ts";
import { quantise } from "../domain/index/vectors.ts";
import type { Deps } from "../service.ts";
import {
	countGap,
	countQuestion,
	insertGap,
	insertGapTicket,
	type KnownQuestionRow,
	lockGaps,
	selectGap,
	selectQuestion,
	selectQuestionsAfter,
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

interface Wording {
	readonly text: string;
	readonly key: string;
	readonly meaning: Meaning | undefined;
}

/** Wordings as they were read, and where to go on reading. */
interface Known {
	readonly questions: readonly KnownQuestion[];
	readonly lastId: number;
}

/** Counts a miss: once for each search, once for each ticket. Parallel misses of one question make one gap. */
export async function countMiss(
	{ db, clock, metrics }: Pick<Deps, "db" | "clock" | "metrics">,
	workspaceId: string,
	{ text, question: { meaning }, ticketId }: Miss,
): Promise<void> {
	metrics.countMiss();
	const now = clock.now();
	const kept = keptQuestion(text);
	const wording = { text: kept, key: wordingKey(kept), meaning };
	const guess = await guessGap(db, workspaceId, wording);
	await inTransaction(db, workspaceId, async (tx) => {
		const found = await findGap(tx, workspaceId, wording, guess);
		const gapId = found ?? newId("gap", now.getTime());
		if (found === undefined)
			tx.defer(insertGap(workspaceId, gapId, kept, 1, now));
		else if (ticketId && (await isCounted(tx, workspaceId, gapId, ticketId)))
			return;
		else tx.defer(countGap(workspaceId, gapId, now));
		const counting = countQuestion(
			workspaceId,
			gapId,
			{
				text: kept,
				key: wording.key,
				encoder: meaning?.encoder,
				vector: meaning && quantise(meaning.vector),
			},
			now,
		);
		if (!ticketId) {
			tx.defer(counting);
			return;
		}
		const { rows } = await tx.query<{ id: number }>(counting);
		tx.defer(insertGapTicket(workspaceId, ticketId, rows[0]!.id, now));
	});
}

/** What a new wording was compared with, and the gap it seems to belong to. */
type Guess = Known & { readonly gapId: string | undefined };

/** Compares a new wording before the lock is taken, for which others wait; undefined for a wording that is known. */
async function guessGap(
	db: Pool,
	workspaceId: string,
	{ key, meaning }: Wording,
): Promise<Guess | undefined> {
	const [same] = await read<KnownQuestionRow>(
		db,
		workspaceId,
		selectQuestion(workspaceId, key),
	);
	if (same) return undefined;
	const rows = await read<KnownQuestionRow>(
		db,
		workspaceId,
		selectRecentQuestions(workspaceId, COMPARED_MAX),
	);
	const questions = rows.map(knownFromRow);
	return {
		questions,
		lastId: rows.reduce((last, { id }) => Math.max(last, id), 0),
		gapId: gapFor(key, meaning, questions),
	};
}

/** The gap of a wording, for sure: under the lock it is compared with what came after the guess as well. */
async function findGap(
	tx: Transaction,
	workspaceId: string,
	{ key, meaning }: Wording,
	guess: Guess | undefined,
): Promise<string | undefined> {
	const [, same, later, guessed] = await tx.batch<
		[unknown, KnownQuestionRow, KnownQuestionRow, unknown]
	>([
		lockGaps(workspaceId),
		selectQuestion(workspaceId, key),
		selectQuestionsAfter(workspaceId, guess?.lastId ?? null),
		selectGap(workspaceId, guess?.gapId ?? null),
	]);
	if (same.rows[0]) return same.rows[0].gap_id;
	const isGone = guess?.gapId !== undefined && guessed.count === 0;
	if (guess && later.count === 0 && !isGone) return guess.gapId;
	const { rows } =
		guess && !isGone
			? later
			: // The nightly job has put the gaps together anew since the guess.
				await tx.query<KnownQuestionRow>(
					selectRecentQuestions(workspaceId, COMPARED_MAX),
				);
	const known = isGone ? [] : (guess?.questions ?? []);
	return gapFor(key, meaning, [...known, ...rows.map(knownFromRow)]);
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
