import type { CreateTestRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Db } from "@supportdesk/pg/statement.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { testLimitExceeded, unknownArticle } from "../domain/errors.ts";
import type { KnowledgeTest } from "../domain/knowledge-test.ts";
import { runTestsJob } from "../queue.ts";
import { selectArticleExists } from "../store/articles.ts";
import { insertTest, lockTests } from "../store/knowledge-tests.ts";
import { testJson } from "./test-json.ts";

export function createTest({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateTestRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const test = newTest(request, now);
		const operation = operationOf(
			context,
			"knowledge_tests.create",
			request.idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[lockTests(workspaceId)],
			async (tx) => {
				await refuseUnknownArticle(tx, workspaceId, test.articleId);
				const { rows } = await tx.query(insertTest(workspaceId, test));
				if (rows.length === 0) throw testLimitExceeded();
				tx.defer(runTestsJob(workspaceId, now));
				return { status: 201, body: testJson(test), resourceId: test.id };
			},
		);
		return stored(response);
	};
}

function newTest(
	{ question, articleId }: CreateTestRequest,
	now: Date,
): KnowledgeTest {
	const createdAt = now.toISOString();
	return {
		id: newId("knt", now.getTime()),
		question,
		articleId: articleId ?? null,
		passed: null,
		foundArticleId: null,
		runAt: null,
		createdAt,
		updatedAt: createdAt,
	};
}

/** @throws AppError `article_not_found` */
export async function refuseUnknownArticle(
	tx: Db,
	workspaceId: string,
	articleId: string | null,
): Promise<void> {
	if (articleId === null) return;
	const { rows } = await tx.query(selectArticleExists(workspaceId, articleId));
	if (rows.length === 0) throw unknownArticle();
}
