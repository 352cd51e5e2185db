import type { RunTestsRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { AskDeps } from "../ask/find-answers.ts";
import { saveRun, searchForTests, type TestRun } from "../ask/run-tests.ts";
import type { Deps } from "../deps.ts";
import { selectTests } from "../store/knowledge-tests.ts";
import { testJson } from "./test-json.ts";

/** Half of what the call may take; tests that remain then keep their last result. */
const RUN_LIMIT_MS = 5_000;

export function runTests(deps: AskDeps & Pick<Deps, "db" | "clock">) {
	return async ({ idempotency }: RunTestsRequest, context: CallContext) => {
		const { db, clock } = deps;
		const tests = await read(db, context, selectTests(context.workspaceId));
		const findings = await searchForTests(
			deps,
			tests,
			context,
			AbortSignal.timeout(RUN_LIMIT_MS),
		);
		const now = clock.now();
		const operation = operationOf(
			context,
			"knowledge_tests.run",
			idempotency,
			now,
		);
		const response = await runOperation(db, operation, [], async (tx) => {
			const run = await saveRun(tx, context, findings, now);
			const ids = new Set(findings.map(({ test }) => test.id));
			return { status: 200, body: runJson(run, ids), resourceId: "" };
		});
		return stored(response);
	};
}

function runJson({ tests, broken }: TestRun, run: ReadonlySet<string>): string {
	const done = tests.filter(({ id }) => run.has(id));
	const passed = done.filter((test) => test.passed).length;
	const listOf = (some: TestRun["tests"]) => `[${some.map(testJson).join()}]`;
	return `{"passed":${passed},"failed":${done.length - passed},"not_run":${tests.length - done.length},"broken_tests":${listOf(broken)},"tests":${listOf(tests)}}`;
}
