import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { answersTo } from "../ask/find-answers.ts";
import { readQuestion } from "../ask/read-question.ts";
import type { Deps } from "../deps.ts";
import { writeGapEvents } from "../events/gap-events.ts";
import type { WorkspacePayload } from "../queue.ts";
import { insertAnsweredTickets } from "../store/answered-tickets.ts";
import { selectGaps } from "../store/gap-list.ts";
import {
	type GapSummary,
	lockGaps,
	reopenGap,
	resolveGap,
	selectGapsAfter,
	selectTicketsOfGap,
} from "../store/gaps.ts";

type ReviewDeps = Pick<
	Deps,
	"db" | "clock" | "ai" | "engine" | "questions" | "metrics"
>;

const PAGE = 100;
const ANSWERS_MAX = 5; // the default limit of a search
const TIME_LIMIT_MS = 30_000;

/**
 * Resolves the open gaps that have an answer now, and reopens the resolved ones that have none any more. A resolved gap
 * names another article once its own is no answer any more.
 */
export function reviewGaps(deps: ReviewDeps) {
	return async ({ workspaceId }: WorkspacePayload): Promise<void> => {
		let after = "";
		for (;;) {
			const gaps = await read(
				deps.db,
				workspaceId,
				selectGapsAfter(workspaceId, after, PAGE),
			);
			for (const gap of gaps) await review(deps, workspaceId, gap);
			const last = gaps.at(-1);
			if (!last || gaps.length < PAGE) return;
			after = last.id;
		}
	};
}

async function review(
	deps: ReviewDeps,
	workspaceId: string,
	gap: GapSummary,
): Promise<void> {
	const { clock, db } = deps;
	const context = ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime());
	const { question, isUnencoded } = await readQuestion(
		deps,
		gap.topic,
		ANSWERS_MAX,
		[],
		context,
	);
	// The words alone find less: no gap is reopened while the AI service is unavailable.
	if (gap.status === "resolved" && isUnencoded) return;
	const { answers } = await answersTo(deps, workspaceId, question);
	const now = clock.now();
	const [answer] = answers;
	const isNamed = answers.some(
		({ article }) => article.id === gap.resolvedByArticleId,
	);
	if (answer && !isNamed)
		await resolve(deps, workspaceId, gap, answer.article.id);
	if (!answer && gap.status === "resolved")
		await inTransaction(db, workspaceId, async (tx) => {
			const [, { rows: before }] = await tx.batch([
				lockGaps(workspaceId),
				selectGaps(workspaceId, [gap.id]),
			]);
			tx.defer(reopenGap(workspaceId, gap.id, now));
			await writeGapEvents(tx, workspaceId, before, [], now);
		});
}

async function resolve(
	{ db, clock }: ReviewDeps,
	workspaceId: string,
	{ id: gapId, status, resolvedByArticleId: articleBefore }: GapSummary,
	articleId: string,
): Promise<void> {
	const now = clock.now();
	await inTransaction(db, workspaceId, async (tx) => {
		const [, { rows: before }, { count }] = await tx.batch([
			lockGaps(workspaceId),
			selectGaps(workspaceId, [gapId]),
			resolveGap(workspaceId, gapId, articleId, articleBefore, now),
		]);
		if (count === 0) return;
		await writeGapEvents(tx, workspaceId, before, [], now);
		// The tickets that were given a removed answer are notified by another path.
		if (status !== "open") return;
		const { rows: ticketIds } = await tx.query(
			selectTicketsOfGap(workspaceId, gapId),
		);
		if (ticketIds.length === 0) return;
		for (const statement of insertAnsweredTickets(
			workspaceId,
			ticketIds,
			"answered",
			now,
		))
			tx.defer(statement);
	});
}
