import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const SEARCH = "/v1/knowledge/search";
const WITH_CANDIDATES = `${SEARCH}?include=candidates`;
const QUESTION = "How can I reset my password?";

let product: TestProduct;
let workspace: TestWorkspace;
let api: Client;
let articleId: string;

const publish = async (fields: object) => {
	const answer = await api.post("/v1/knowledge/articles", fields);
	expect(answer.status, answer.text).toBe(201);
	return answer.body.id as string;
};

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	api = workspace.api;
	articleId = await publish({
		title: "Reset your password",
		body: "Open the sign-in page and choose Forgot password to reset it. We send you a link that works for one hour.",
		tags: ["account"],
	});
	await publish({
		title: "Download an invoice",
		body: "Invoices are in Settings under Billing. Choose the month and download it as PDF.",
	});
});
afterAll(() => product.stop());

it("finds the article for a question with ten thousand characters behind it", async () => {
	const history = "From the earlier mail: see you at the fair on Tuesday.\n";
	const query = `${QUESTION}\n\n${history.repeat(200)}`.slice(0, 10_000);
	expect(query).toHaveLength(10_000);
	const answer = await api.post(SEARCH, { query });
	expect(answer.status, answer.text).toBe(200);
	const long = await api.post(WITH_CANDIDATES, { query });
	const shown = [...long.body.results, ...long.body.candidates];
	expect(shown[0].article_id).toBe(articleId);
	const tooLong = await api.post(SEARCH, { query: `${query}a` });
	expect(tooLong.body).toEqual(
		expectedError("invalid_request", "invalid_parameter", "query"),
	);
});

it("shows what stayed below the cutoff, and why", async () => {
	const query = "The month of my zeppelin flight, please";
	const { body } = await api.post(WITH_CANDIDATES, { query });
	expect(body.results).toEqual([]);
	const [candidate] = body.candidates;
	expect(candidate.title).toBe("Download an invoice");
	expect(candidate.relevance_score).toBeLessThan(candidate.cutoff);
	const names = candidate.features.map(({ name }: { name: string }) => name);
	expect(names).toHaveLength(16);
	expect(names).toContain("words_found");
	const further = candidate.further_features.map(
		({ name }: { name: string }) => name,
	);
	expect(further).toHaveLength(15);
	expect(further).toContain("names_missing");
	// The contributions sum to the logarithm of the article's odds without rivals, so they bound its relevance.
	const all = [...candidate.features, ...candidate.further_features];
	const logOdds = all.reduce(
		(sum: number, feature: { contribution: number }) =>
			sum + feature.contribution,
		0,
	);
	expect(candidate.relevance_score).toBeLessThanOrEqual(
		1 / (1 + Math.exp(-logOdds)) + 0.001,
	);
});

it("shows each article once, as a result or as a candidate", async () => {
	// The results change when the articles' vectors are computed.
	await vi.waitFor(async () => {
		const { body } = await api.post(WITH_CANDIDATES, { query: QUESTION });
		const plain = await api.post(SEARCH, { query: QUESTION });
		expect(plain.body).toEqual({ results: body.results });
		const ids = [...body.results, ...body.candidates].map(
			(one: { article_id: string }) => one.article_id,
		);
		expect(ids[0]).toBe(articleId);
		expect(new Set(ids).size).toBe(ids.length);
	}, 10_000);
});

it("shows no candidates without their tags, unpublished ones or ones of other workspaces", async () => {
	const candidatesOf = async (client: Client, fields: object) => {
		const { body } = await client.post(WITH_CANDIDATES, fields);
		return body.candidates.map((one: { title: string }) => one.title);
	};
	const query = "password zeppelin month billing";
	expect(await candidatesOf(api, { query, tags: ["account"] })).not.toContain(
		"Download an invoice",
	);
	const draft = await publish({
		...{ title: "Zeppelin month", body: "Zeppelin, zeppelin, month." },
		status: "draft",
	});
	expect(draft).toBeDefined();
	expect(await candidatesOf(api, { query })).not.toContain("Zeppelin month");
	const other = (await product.createWorkspace()).api;
	expect(await candidatesOf(other, { query })).toEqual([]);
});

it("needs the scope of authors for candidates, and for them alone", async () => {
	const reader = await product.createKey(workspace, "knowledge:read");
	const query = { query: QUESTION };
	expect((await reader.post(SEARCH, query)).status).toBe(200);
	expect((await reader.post(WITH_CANDIDATES, query)).body).toEqual(
		expectedError("permission_error", "insufficient_scope"),
	);
	// A request that is not well formed tells such a key no more.
	expect((await reader.post(WITH_CANDIDATES, {})).body).toEqual(
		expectedError("permission_error", "insufficient_scope"),
	);
	const writer = await product.createKey(workspace, "knowledge:write");
	expect((await writer.post(WITH_CANDIDATES, query)).body).toEqual(
		expectedError("permission_error", "insufficient_scope"),
	);
	expect((await api.post(`${SEARCH}?include=all`, query)).body).toEqual(
		expectedError("invalid_request", "invalid_parameter", "include"),
	);
});
