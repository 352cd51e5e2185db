import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import {
	boolean,
	nullable,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement, Value } from "@supportdesk/pg/statement.ts";
import { type KnowledgeTest, TESTS_MAX } from "../domain/knowledge-test.ts";

export const TEST_SORTS = ["created_at"] as const;
export type TestSort = Sort<(typeof TEST_SORTS)[number]>;

const COLUMNS =
	"id, question, article_id, passed, found_article_id, run_at, created_at, updated_at";

const ID = rowType({ id: text }, ({ id }) => id);

const TEST = rowType(
	{
		id: text,
		question: text,
		article_id: nullable(text),
		passed: nullable(boolean),
		found_article_id: nullable(text),
		run_at: nullable(timestamp),
		created_at: timestamp,
		updated_at: timestamp,
	},
	(row): KnowledgeTest => ({
		id: row.id,
		question: row.question,
		articleId: row.article_id,
		passed: row.passed,
		foundArticleId: row.found_article_id,
		runAt: row.run_at,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}),
);

/**
 * Inserts a test unless the workspace has as many as it may; returns its id. The transaction has locked the tests.
 */
export function insertTest(
	workspaceId: string,
	test: KnowledgeTest,
): Query<string> {
	return {
		name: "knowledge_test_insert",
		text: `insert into knowledge_tests (workspace_id, id, question, article_id, created_at, updated_at)
select $1, $2, $3, $4, $5, $6
 where (select count(*) from knowledge_tests where workspace_id = $1) < ${TESTS_MAX}
returning id`,
		values: [
			workspaceId,
			test.id,
			test.question,
			test.articleId,
			test.createdAt,
			test.updatedAt,
		],
		row: ID,
	};
}

/** Lets one transaction of the workspace at a time create tests, so that they are counted exactly. */
export function lockTests(workspaceId: string): Statement {
	return {
		name: "knowledge_tests_lock",
		text: "select pg_advisory_xact_lock(hashtextextended('knowledge_tests ' || $1, 0))",
		values: [workspaceId],
	};
}

export function saveTest(workspaceId: string, test: KnowledgeTest): Statement {
	return {
		name: "knowledge_test_save",
		text: `update knowledge_tests
   set question = $3, article_id = $4, passed = $5, found_article_id = $6, run_at = $7, updated_at = $8
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			test.id,
			test.question,
			test.articleId,
			test.passed,
			test.foundArticleId,
			test.runAt,
			test.updatedAt,
		],
	};
}

/** Counts one if it was there. */
export function deleteTest(workspaceId: string, id: string): Statement {
	return {
		name: "knowledge_test_delete",
		text: `delete from knowledge_tests
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
	};
}

export function selectTest(
	workspaceId: string,
	id: string,
): Query<KnowledgeTest> {
	return {
		name: "knowledge_test",
		text: `select ${COLUMNS}
  from knowledge_tests
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
		row: TEST,
	};
}

/** The test, locked until the transaction ends. */
export function lockTest(
	workspaceId: string,
	id: string,
): Query<KnowledgeTest> {
	return {
		name: "knowledge_test_lock",
		text: `select ${COLUMNS}
  from knowledge_tests
 where workspace_id = $1
   and id = $2
   for update`,
		values: [workspaceId, id],
		row: TEST,
	};
}

/** All tests of the workspace, oldest first. */
export function selectTests(workspaceId: string): Query<KnowledgeTest> {
	return {
		name: "knowledge_tests",
		text: `select ${COLUMNS}
  from knowledge_tests
 where workspace_id = $1
 order by id`,
		values: [workspaceId],
		row: TEST,
	};
}

/** The same, locked until the transaction ends. */
export function lockAllTests(workspaceId: string): Query<KnowledgeTest> {
	return {
		name: "knowledge_tests_lock_all",
		text: `select ${COLUMNS}
  from knowledge_tests
 where workspace_id = $1
 order by id
   for update`,
		values: [workspaceId],
		row: TEST,
	};
}

/** Writes the results of a run. */
export function saveResults(
	workspaceId: string,
	tests: readonly KnowledgeTest[],
): Statement {
	return {
		name: "knowledge_tests_save_results",
		text: `update knowledge_tests t
   set passed = r.passed, found_article_id = r.found_article_id, run_at = r.run_at
  from unnest($2::text[], $3::boolean[], $4::text[], $5::timestamptz[]) as r (id, passed, found_article_id, run_at)
 where t.workspace_id = $1
   and t.id = r.id`,
		values: [
			workspaceId,
			tests.map(({ id }) => id),
			tests.map(({ passed }) => String(passed)),
			tests.map(({ foundArticleId }) => foundArticleId),
			tests.map(({ runAt }) => runAt),
		],
	};
}

export function selectTestPage(
	workspaceId: string,
	passed: boolean | undefined,
	{ direction }: TestSort,
	rowsMax: number,
	position: Position | undefined,
): Query<KnowledgeTest> {
	const values: Value[] = [workspaceId];
	const parameter = (value: Value) => `$${values.push(value)}`;
	const conditions = ["workspace_id = $1"];
	if (passed !== undefined) conditions.push(`passed = ${parameter(passed)}`);
	if (position)
		conditions.push(
			`(created_at, id) ${direction === "desc" ? "<" : ">"} (${parameter(position.value)}::timestamptz, ${parameter(position.id)})`,
		);
	return {
		text: `select ${COLUMNS}
  from knowledge_tests
 where ${conditions.join("\n   and ")}
 order by created_at ${direction}, id ${direction}
 limit ${rowsMax}`,
		values,
		row: TEST,
	};
}
