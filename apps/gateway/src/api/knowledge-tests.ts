import { z } from "../openapi/zod.ts";
import { articleId } from "./articles.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf, text } from "./fields.ts";
import { KnowledgeTest, KnowledgeTestRun } from "./knowledge-resources.ts";
import { cursor, limit, sort, toPage, trueOrFalse } from "./query-fields.ts";
import { Deleted, listOf } from "./resources.ts";

const QUESTION_CHARACTERS_MAX = 1_000;

const testId: PathId = {
	prefix: "knt",
	notFound: "knowledge_test_not_found",
	noun: "knowledge test",
};

const question = text({
	max: QUESTION_CHARACTERS_MAX,
	trimmed: true,
	joined: true,
}).openapi({ description: "Line ends and tabs count as spaces." });
const expected = idOf(articleId.prefix)
	.nullable()
	.openapi({
		type: ["string", "null"],
		description:
			"The article that has to be a search's first result; null where no article may be found.",
	});

export const listTests = endpoint({
	method: "get",
	path: "/v1/knowledge/tests",
	scope: "knowledge:read",
	ids: {},
	query: z.strictObject({
		passed: trueOrFalse.optional(),
		sort: sort(["created_at"], "created_at:desc"),
		limit,
		cursor,
	}),
	call: ({ knowledge }, { query }, context) =>
		knowledge.listTests({ page: toPage(query), passed: query.passed }, context),
	documentation: {
		operationId: "listKnowledgeTests",
		tag: "Knowledge base",
		summary: "List knowledge tests",
		response: listOf(KnowledgeTest, "KnowledgeTestList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.knowledgeTest),
	},
});

export const createTest = endpoint({
	method: "post",
	path: "/v1/knowledge/tests",
	scope: "knowledge:write",
	ids: {},
	body: z
		.strictObject({ question, article_id: expected })
		.openapi("NewKnowledgeTest"),
	idempotent: true,
	location: (id) => `/v1/knowledge/tests/${id}`,
	call: ({ knowledge }, { body, idempotency }, context) =>
		knowledge.createTest(
			{
				question: body.question,
				articleId: body.article_id ?? undefined,
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "createKnowledgeTest",
		tag: "Knowledge base",
		summary: "Create a knowledge test",
		description:
			"A question with the article that a search has to find first, or with null where none may be found; at most 100 in a workspace. All tests are run after each change of an article or a test. One that passed before and fails then is a `knowledge.regression` event.",
		status: 201,
		response: KnowledgeTest,
		errors: ["article_not_found", "knowledge_test_limit_exceeded"],
		requestExample: {
			question: examples.knowledgeTest.question,
			article_id: examples.knowledgeTest.article_id,
		},
		responseExample: {
			...examples.knowledgeTest,
			...{ passed: null, found_article_id: null, run_at: null },
		},
	},
});

export const runTests = endpoint({
	method: "post",
	path: "/v1/knowledge/tests/run",
	scope: "knowledge:write",
	ids: {},
	body: z.strictObject({}).openapi("RunKnowledgeTests"),
	bodyOptional: true,
	idempotent: true,
	call: ({ knowledge }, { idempotency }, context) =>
		knowledge.runTests({ idempotency }, context),
	documentation: {
		operationId: "runKnowledgeTests",
		tag: "Knowledge base",
		summary: "Run all knowledge tests",
		description:
			"The searches of tests count neither as retrievals nor as gaps.",
		response: KnowledgeTestRun,
		responseExample: {
			...{ passed: 1, failed: 0, not_run: 0, broken_tests: [] },
			tests: [examples.knowledgeTest],
		},
	},
});

export const getTest = endpoint({
	method: "get",
	path: "/v1/knowledge/tests/:id",
	scope: "knowledge:read",
	ids: { id: testId },
	call: ({ knowledge }, { params }, context) =>
		knowledge.getTest({ id: params.id! }, context),
	documentation: {
		operationId: "getKnowledgeTest",
		tag: "Knowledge base",
		summary: "Retrieve a knowledge test",
		response: KnowledgeTest,
		responseExample: examples.knowledgeTest,
	},
});

export const updateTest = endpoint({
	method: "patch",
	path: "/v1/knowledge/tests/:id",
	scope: "knowledge:write",
	ids: { id: testId },
	body: z
		.strictObject({
			question: question.optional(),
			article_id: expected.optional(),
		})
		.openapi("KnowledgeTestChanges"),
	bodyOptional: true,
	call: ({ knowledge }, { params, body }, context) =>
		knowledge.updateTest(
			{
				id: params.id!,
				question: body.question,
				articleId: body.article_id === null ? "" : body.article_id,
			},
			context,
		),
	documentation: {
		operationId: "updateKnowledgeTest",
		tag: "Knowledge base",
		summary: "Update a knowledge test",
		description:
			"Only the fields in the body change. A test that has changed has no result until it is run again.",
		response: KnowledgeTest,
		errors: ["article_not_found"],
		requestExample: { article_id: null },
		responseExample: {
			...examples.knowledgeTest,
			...{ article_id: null, passed: null },
			...{ found_article_id: null, run_at: null },
		},
	},
});

export const deleteTest = endpoint({
	method: "delete",
	path: "/v1/knowledge/tests/:id",
	scope: "knowledge:write",
	ids: { id: testId },
	call: ({ knowledge }, { params }, context) =>
		knowledge.deleteTest({ id: params.id! }, context),
	documentation: {
		operationId: "deleteKnowledgeTest",
		tag: "Knowledge base",
		summary: "Delete a knowledge test",
		response: Deleted,
		responseExample: examples.deleted(examples.knowledgeTest.id),
	},
});
