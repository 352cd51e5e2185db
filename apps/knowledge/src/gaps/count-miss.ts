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
	type KnownQuestionRow,
	lockGaps,
	selectGap,
	selectQuestion,
	selectQuestionsAfter,
	selectTicketOfGap,
} from "../store/gaps.ts";
import { knownFromRow, type Recent } from "./recent-wordings.ts";

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
	const wording = { text: kept, key: wordingKey(kept), meaning };
	const isCounted =
		!ticketId && (await deps.knownMisses.count(workspaceId, wording.key));
	if (isCounted) return;
	await deps.takeTurns(workspaceId, signal, async () => {
		while (!(await tryToCount(deps, workspaceId, wording, ticketId)));
	});
}

/** Counts the miss; false when its gap has gone meanwhile, because the gaps were put together anew. */
async function tryToCount(
	{ db, clock, recentWordings }: MissDeps,
	workspaceId: string,
	wording: Wording,
	ticketId: string | undefined,
): Promise<boolean> {
	const { text, key, meaning } = wording;
	const now = clock.now();
	// Compared before the lock is taken, for which others wait.
	const recent = await recentWordings.besides(workspaceId, key);
	const guess = recent && {
		...recent,
		gapId: gapFor(key, meaning, recent.questions),
	};
	return inTransaction(db, workspaceId, async (tx) => {
		const found = await findGap(tx, workspaceId, wording, guess);
		if (found === "gone") return false;
		const gapId = found.gapId ?? newId("gap", now.getTime());
		if (found.gapId === undefined)
			tx.defer(insertGap(workspaceId, gapId, text, 1, now));
		else if (ticketId && (await isCounted(tx, workspaceId, gapId, ticketId)))
			return true;
		else tx.defer(countGap(workspaceId, gapId, now));
		if (found.isRegroupDue) tx.defer(regroupJob(workspaceId));
		const vector = meaning && quantise(meaning.vector);
		const question = { text, key, encoder: meaning?.encoder, vector };
		const counting = countQuestion(workspaceId, gapId, question, now);
		if (!ticketId) {
			tx.defer(counting);
			return true;
		}
		const { rows } = await tx.query<{ id: number }>(counting);
		tx.defer(insertGapTicket(workspaceId, ticketId, rows[0]!.id, now));
		return true;
	});
}

/** What a new wording was compared with, and the gap it seems to belong to. */
type Guess = Recent & { readonly gapId: string | undefined };

interface FoundGap {
	/** Undefined for a question of its own. */
	readonly gapId: string | undefined;
	readonly isRegroupDue: boolean;
}

/** The gap of a wording, for sure: under the lock it is compared with what came after the guess as well. */
async function findGap(
	tx: Transaction,
	workspaceId: string,
	{ key, meaning }: Wording,
	guess: Guess | undefined,
): Promise<FoundGap | "gone"> {
	const [, same, later, guessed] = await tx.batch<
		[unknown, KnownQuestionRow, KnownQuestionRow, unknown]
	>([
		lockGaps(workspaceId),
		selectQuestion(workspaceId, key),
		selectQuestionsAfter(workspaceId, guess?.lastId ?? Number.MAX_SAFE_INTEGER),
		selectGap(workspaceId, guess?.gapId ?? null),
	]);
	if (same.rows[0]) return { gapId: same.rows[0].gap_id, isRegroupDue: false };
	// The wording was there when it was looked for; or its gap was.
	if (!guess || (guess.gapId !== undefined && guessed.count === 0))
		return "gone";
	const questions = [...guess.questions, ...later.rows.map(knownFromRow)];
	return {
		gapId: later.count === 0 ? guess.gapId : gapFor(key, meaning, questions),
		isRegroupDue: isRegroupDue(
			guess.newCount + later.count + 1,
			questions.length + 1,
		),
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
