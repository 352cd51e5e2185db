import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { AskDeps } from "../ask/find-answers.ts";
import { saveRun, searchForTests } from "../ask/run-tests.ts";
import type { Deps } from "../deps.ts";
import type { WorkspacePayload } from "../queue.ts";
import { selectTests } from "../store/knowledge-tests.ts";

const TIME_LIMIT_MS = 120_000;

/** Runs a workspace's tests after a change of its articles or of a test. Safe to repeat: it writes what is found now. */
export function runTestsLater(deps: AskDeps & Pick<Deps, "db" | "clock">) {
	return async ({ workspaceId }: WorkspacePayload): Promise<void> => {
		const { db, clock } = deps;
		const tests = await read(db, workspaceId, selectTests(workspaceId));
		if (tests.length === 0) return;
		const now = clock.now().getTime();
		const context = ownContext(workspaceId, TIME_LIMIT_MS, now);
		const findings = await searchForTests(deps, tests, context, context.signal);
		await inTransaction(db, workspaceId, (tx) =>
			saveRun(tx, context, findings, clock.now()),
		);
	};
}
