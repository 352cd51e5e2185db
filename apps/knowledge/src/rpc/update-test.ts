import type { UpdateTestRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { testNotFound } from "../domain/errors.ts";
import type { KnowledgeTest } from "../domain/knowledge-test.ts";
import { runTestsJob } from "../queue.ts";
import { lockTest, saveTest } from "../store/knowledge-tests.ts";
import { refuseUnknownArticle } from "./create-test.ts";
import { testJson } from "./test-json.ts";

export function updateTest({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateTestRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id } = request;
		const now = clock.now();
		const operation = operationOf(
			context,
			`knowledge_tests.update:${id}`,
			undefined,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[lockTest(workspaceId, id)],
			async (tx, [{ rows }]) => {
				const [current] = rows;
				if (!current) throw testNotFound();
				const next = changed(current, request, now);
				if (next !== current) {
					await refuseUnknownArticle(tx, workspaceId, next.articleId);
					tx.defer(saveTest(workspaceId, next));
					tx.defer(runTestsJob(workspaceId, now));
				}
				return { status: 200, body: testJson(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** The test without a result, since it was not run as it is now; the same test if nothing changes. */
function changed(
	test: KnowledgeTest,
	request: UpdateTestRequest,
	now: Date,
): KnowledgeTest {
	const question = request.question ?? test.question;
	const articleId =
		request.articleId === undefined
			? test.articleId
			: request.articleId || null;
	if (question === test.question && articleId === test.articleId) return test;
	return {
		...test,
		question,
		articleId,
		passed: null,
		foundArticleId: null,
		runAt: null,
		updatedAt: later(test.updatedAt, now),
	};
}
