import { newId } from "@supportdesk/ids/ids.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { gapFor } from "../domain/gaps/join.ts";
import { isRegroupDue } from "../domain/gaps/regroup-due.ts";
import { keptQuestion, wordingKey } from "../domain/gaps/wording.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import type { Meaning } from "../domain/index/meanings.ts";
import { quantise } from "../domain/index/vectors.ts";
import { regroupJob } from "../jobs/regroup-gaps.ts";
import type { Deps } from "../service.ts";
import {
	countGap,
	countQuestion,
	insertGap,
	insertGapTicket,
	selectTicketOfGap,
} from "../store/gaps.ts";
import { indexable } from "../store/indexable.ts";

/** A question that no article answers. */
export interface Miss {
	readonly text: string;
	readonly question: IndexQuestion;
	/** Of a draft's question; a search has none. */
	readonly ticketId?: string;
}

interface Wording {
	readonly text: string;
	readonly key: string;
	readonly meaning: Meaning | undefined;
}

export type MissDeps = Pick<
	Deps,
	"db" | "clock" | "metrics" | "takeTurns" | "knownMisses" | "recentWordings"
>;

/** Counts a miss: once for each search, once for each ticket. Parallel misses of one question make one gap. */
export async function countMiss(
	deps: MissDeps,
	{ workspaceId, signal }: CallContext,
	{ text, question: { meaning }, ticketId }: Miss,
): Promise<void> {
	deps.metrics.countMiss();
	const kept = keptQuestion(text);
	const wording = { text: kept, key: indexable(wordingKey(kept)), meaning };
	const isCounted =
		!ticketId && (await deps.knownMisses.count(workspaceId, wording.key));
	if (isCounted) return;
	await deps.takeTurns(workspaceId, signal, () =>
		countWording(deps, workspaceId, wording, ticketId),
	);
}

async function countWording(
	{ db, clock, recentWordings }: MissDeps,
	workspaceId: string,
	{ text, key, meaning }: Wording,
	ticketId: string | undefined,
): Promise<void> {
	const now = clock.now();
	await inTransaction(db, workspaceId, async (tx) => {
		const recent = await recentWordings.lock(tx, workspaceId, key);
		const { sameGapId, questions, newCount } = recent;
		const found = sameGapId ?? gapFor(key, meaning, questions);
		const gapId = found ?? newId("gap", now.getTime());
		if (found === undefined)
			tx.defer(insertGap(workspaceId, gapId, text, 1, now));
		else if (ticketId && (await isCounted(tx, workspaceId, gapId, ticketId)))
			return;
		else tx.defer(countGap(workspaceId, gapId, now));
		const isNew = sameGapId === undefined;
		if (isNew && isRegroupDue(newCount + 1, questions.length + 1))
			tx.defer(regroupJob(workspaceId));
		const vector = meaning && quantise(meaning.vector);
		const question = { text, key, encoder: meaning?.encoder, vector };
		const counting = countQuestion(workspaceId, gapId, question, now);
		if (!ticketId) {
			tx.defer(counting);
			return;
		}
		const { rows } = await tx.query<{ id: number }>(counting);
		tx.defer(insertGapTicket(workspaceId, ticketId, rows[0]!.id, now));
	});
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
