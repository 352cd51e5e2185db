import { newEvent } from "@supportdesk/outbox/new-event.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import {
	afterRun,
	type Finding,
	isRegression,
	type KnowledgeTest,
} from "../domain/knowledge-test.ts";
import { testJson } from "../rpc/test-json.ts";
import { lockAllTests, saveResults } from "../store/knowledge-tests.ts";
import { type AskDeps, searchAnswers } from "./find-answers.ts";

const ANSWERS_MAX = 5; // the default limit of a search

/** What searches find for the tests, until the signal; the tests that remain then are left out. */
export async function searchForTests(
	deps: AskDeps,
	tests: readonly KnowledgeTest[],
	context: CallContext,
	signal: AbortSignal,
): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const test of tests) {
		if (signal.aborted) break;
		const { question } = test;
		const options = { enough: signal };
		const found = await searchAnswers(
			deps,
			question,
			ANSWERS_MAX,
			[],
			context,
			options,
		);
		// The words alone find less: no test fails because the AI service is unavailable.
		if (found.isUnencoded) continue;
		// An article that is not read yet does not fail a test.
		if (!found.isComplete) break;
		const [answer] = found.answers;
		findings.push({ test, foundArticleId: answer?.article.id ?? null });
	}
	return findings;
}

export interface TestRun {
	/** All tests of the workspace as they are now. */
	readonly tests: readonly KnowledgeTest[];
	/** Those that passed before this run and fail now. */
	readonly broken: readonly KnowledgeTest[];
}

/** Writes the results of a run, and an event for each test that passed before and fails now. */
export async function saveRun(
	tx: Transaction,
	context: CallContext,
	findings: readonly Finding[],
	now: Date,
): Promise<TestRun> {
	const { workspaceId } = context;
	const { rows } = await tx.query(lockAllTests(workspaceId));
	const byId = new Map(findings.map((finding) => [finding.test.id, finding]));
	const runs = rows.map((before) => {
		const finding = byId.get(before.id);
		return { before, after: finding && afterRun(before, finding, now) };
	});
	const changed = runs.flatMap(({ after }) => after ?? []);
	if (changed.length > 0) tx.defer(saveResults(workspaceId, changed));
	const regressions = runs.flatMap(({ before, after }) =>
		after && isRegression(before, after) ? { before, after } : [],
	);
	const events = regressions.map(({ before, after }) => {
		const change = {
			type: "knowledge.regression",
			resourceId: after.id,
			beforeJson: testJson(before),
			afterJson: testJson(after),
		} as const;
		return newEvent(context, change, now);
	});
	if (events.length > 0) tx.defer(insertEvents(workspaceId, events));
	return {
		tests: runs.map(({ before, after }) => after ?? before),
		broken: regressions.map(({ after }) => after),
	};
}
