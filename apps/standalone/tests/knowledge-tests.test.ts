import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const PATH = "/v1/knowledge/tests";
const RUN = `${PATH}/run`;
const UNKNOWN = "01h2xcejqtf2nbrexx3vqjhp41";
const QUESTION = "How can I reset my password?";
const UNANSWERED = "Which zeppelin flies to the moon?";
const PASSWORD = {
	title: "Reset your password",
	body: "Open the sign-in page and choose Forgot password to reset it. We send you a link that works for one hour.",
};

let product: TestProduct;
let workspace: TestWorkspace;
let api: Client;
let articleId: string;

beforeAll(async () => {
	product = await startProduct({ transport: "grpc" });
});
afterAll(() => product.stop());
beforeEach(async () => {
	workspace = await product.createWorkspace();
	api = workspace.api;
	articleId = await publish(PASSWORD);
	await publish({
		title: "Download an invoice",
		body: "Invoices are in Settings under Billing. Choose the month and download it as PDF.",
	});
});

async function publish(fields: object): Promise<string> {
	const answer = await api.post("/v1/knowledge/articles", fields);
	expect(answer.status, answer.text).toBe(201);
	return answer.body.id;
}

async function create(question: string, article_id: string | null) {
	const answer = await api.post(PATH, { question, article_id });
	expect(answer.status, answer.text).toBe(201);
	return answer.body;
}

const run = async () => {
	const answer = await api.post(RUN);
	expect(answer.status, answer.text).toBe(200);
	return answer.body;
};
const change = (path: string, fields: object) =>
	api.patch(`/v1/knowledge/articles/${articleId}${path}`, fields);
const regressions = (id: string) =>
	product.eventsOf("knowledge", workspace.id, id);

it("creates, shows, lists, changes and deletes a test", async () => {
	const answer = await api.post(PATH, {
		question: ` ${QUESTION}\n`,
		article_id: articleId,
	});
	expect(answer.status, answer.text).toBe(201);
	const { id } = answer.body;
	expect(answer.headers.get("location")).toBe(`${PATH}/${id}`);
	expect(answer.body).toEqual({
		id: expect.stringMatching(/^knt_[0-9a-z]{26}$/),
		question: QUESTION,
		article_id: articleId,
		passed: null,
		found_article_id: null,
		run_at: null,
		created_at: expect.any(String),
		updated_at: expect.any(String),
	});
	// It is run soon without being asked for.
	await vi.waitFor(
		async () => expect((await api.get(`${PATH}/${id}`)).body.passed).toBe(true),
		{ timeout: 20_000 },
	);
	const changed = await api.patch(`${PATH}/${id}`, { article_id: null });
	expect(changed.body).toMatchObject({ article_id: null, passed: null });
	const other = await create(UNANSWERED, null);
	await run();
	const idsOf = async (query: Record<string, string>) =>
		(await api.get(PATH, query)).body.data.map((one: { id: string }) => one.id);
	expect(await idsOf({})).toEqual([other.id, id]);
	expect(await idsOf({ passed: "false" })).toEqual([id]);
	expect(await idsOf({ passed: "true" })).toEqual([other.id]);
	expect((await api.delete(`${PATH}/${id}`)).body).toEqual({
		id,
		deleted: true,
	});
	expect((await api.get(`${PATH}/${id}`)).status).toBe(404);
});

it("runs all tests and counts their searches neither as gaps nor as retrievals", async () => {
	await create(QUESTION, articleId);
	await create(UNANSWERED, null);
	const wrong = await create("Where are my invoices?", articleId);
	expect(await run()).toMatchObject({
		...{ passed: 2, failed: 1, not_run: 0, broken_tests: [] },
		tests: [
			{ passed: true },
			{ passed: true },
			{ id: wrong.id, passed: false },
		],
	});
	const { body } = await api.get("/v1/knowledge/gaps");
	expect(body.data).toEqual([]);
	const article = await api.get(`/v1/knowledge/articles/${articleId}`);
	expect(article.body.retrieval_count).toBe(0);
});

it("says in the response to a change which tests it breaks, once, and as an event", async () => {
	const test = await create(QUESTION, articleId);
	await run();
	const kept = await change("", { tags: ["account"] });
	expect(kept.status, kept.text).toBe(200);
	expect(kept.body).not.toHaveProperty("broken_tests");
	const archive = `/v1/knowledge/articles/${articleId}/archive`;
	const key = { "Idempotency-Key": "archive" };
	const broken = await api.post(archive, {}, key);
	expect(broken.body).toMatchObject({
		status: "archived",
		broken_tests: [{ id: test.id, passed: false, article_id: articleId }],
	});
	const again = await api.post(archive, {}, key);
	expect(again.text).toBe(broken.text);
	expect(again.headers.get("idempotent-replayed")).toBe("true");
	const events = await regressions(test.id);
	expect(events).toHaveLength(1);
	expect(events[0]).toMatchObject({ type: "knowledge.regression" });
	// Publishing it again mends the test, and does not report it.
	const mended = await change("", { status: "published" });
	expect(mended.body).not.toHaveProperty("broken_tests");
	expect((await api.get(`${PATH}/${test.id}`)).body.passed).toBe(true);
	expect(await regressions(test.id)).toHaveLength(1);
});

it("says so of a new article that takes another one's question", async () => {
	const test = await create(UNANSWERED, null);
	await run();
	const answer = await api.post("/v1/knowledge/articles", {
		title: "Which zeppelin flies to the moon",
		body: "Zeppelin number seven flies to the moon.",
	});
	expect(answer.status, answer.text).toBe(201);
	expect(answer.body.broken_tests).toMatchObject([
		{ id: test.id, found_article_id: answer.body.id },
	]);
});

it("reports a test that the deletion of an article has broken", async () => {
	const test = await create(QUESTION, articleId);
	await run();
	await api.delete(`/v1/knowledge/articles/${articleId}`);
	await vi.waitFor(
		async () => expect(await regressions(test.id)).toHaveLength(1),
		{ timeout: 20_000 },
	);
});

it("creates no more tests than a workspace may have, also at once", async () => {
	const create = async (n: number): ReturnType<Client["post"]> => {
		const question = `Question ${n}?`;
		const answer = await api.post(PATH, { question, article_id: null });
		// They wait for each other; on a busy machine some of them too long.
		return answer.status === 503 ? create(n) : answer;
	};
	const answers = await Promise.all(
		Array.from({ length: 104 }, (_, n) => create(n)),
	);
	const created = answers.filter(({ status }) => status === 201);
	expect(created).toHaveLength(100);
	const refused = answers.find(({ status }) => status === 422);
	expect(refused!.body).toEqual(
		expectedError("validation_error", "knowledge_test_limit_exceeded"),
	);
	expect(await run()).toMatchObject({ passed: 100, not_run: 0 });
});

it("creates one test for one idempotency key, also at once", async () => {
	const body = { question: QUESTION, article_id: articleId };
	const key = { "Idempotency-Key": "once" };
	const answers = await Promise.all(
		Array.from({ length: 5 }, () => api.post(PATH, body, key)),
	);
	expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	expect((await api.get(PATH)).body.data).toHaveLength(1);
});

it("refuses what is not well formed, and articles that are not there", async () => {
	const unknown = `kb_${UNKNOWN}`;
	for (const [body, type, code, param] of [
		[{ article_id: null }, "invalid_request", "missing_parameter", "question"],
		[{ question: "a" }, "invalid_request", "missing_parameter", "article_id"],
		[
			{ question: "a".repeat(1_001), article_id: null },
			...["invalid_request", "invalid_parameter", "question"],
		],
		[
			{ question: "a", article_id: unknown },
			...["validation_error", "article_not_found", "article_id"],
		],
	] as [object, "invalid_request", "missing_parameter", string][]) {
		const answer = await api.post(PATH, body);
		expect(answer.body).toEqual(expectedError(type, code, param));
	}
	const { id } = await create(QUESTION, null);
	const answer = await api.patch(`${PATH}/${id}`, { article_id: unknown });
	expect(answer.body).toEqual(
		expectedError("validation_error", "article_not_found", "article_id"),
	);
});

it("shows and changes tests of the own workspace only", async () => {
	const { id } = await create(QUESTION, articleId);
	const other = (await product.createWorkspace()).api;
	const textOf = async (path: string, send: Client["get"] | Client["delete"]) =>
		(await send(`${PATH}/${path}`)).text.replace(/req_\w+/, "");
	for (const send of [other.get, other.delete]) {
		expect(await textOf(id, send)).toBe(await textOf(`knt_${UNKNOWN}`, send));
		expect(await textOf(id, send)).toContain("knowledge_test_not_found");
	}
	expect((await other.patch(`${PATH}/${id}`, {})).status).toBe(404);
	expect((await other.post(RUN)).body.tests).toEqual([]);
	const theirs = { question: QUESTION, article_id: articleId };
	expect((await other.post(PATH, theirs)).status).toBe(422);
	const reader = await product.createKey(workspace, "knowledge:read");
	expect((await reader.get(`${PATH}/${id}`)).status).toBe(200);
	expect((await reader.post(RUN)).body).toEqual(
		expectedError("permission_error", "insufficient_scope"),
	);
});
