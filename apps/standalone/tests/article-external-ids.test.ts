import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const ARTICLES = "/v1/knowledge/articles";
const UPSERT = `${ARTICLES}?upsert=external_id`;

let product: TestProduct;
let workspace: TestWorkspace;
let api: Client;
beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	api = workspace.api;
});
afterAll(() => product.stop());

const newArticle = (fields: object = {}) => ({
	title: "Refunds",
	body: "Refunds take five days.",
	...fields,
});
const create = async (fields: object = {}, client = api) => {
	const response = await client.post(ARTICLES, newArticle(fields));
	expect(response.status, response.text).toBe(201);
	return response.body;
};
const found = async (externalId: string) => {
	const { body } = await api.get(ARTICLES, { external_id: externalId });
	return body.data.map(({ id }: { id: string }) => id);
};
const exists = expectedError("conflict", "external_id_exists", "external_id");

it("finds an article by the name that another system gave it", async () => {
	const article = await create({ external_id: " cms:1 é" });
	expect(article.external_id).toBe("cms:1 é");
	expect(await found("cms:1 é")).toEqual([article.id]);
	expect(await found("cms:2")).toEqual([]);
	expect((await api.get(`${ARTICLES}/${article.id}`)).body).toMatchObject({
		external_id: "cms:1 é",
	});
	const other = await product.createWorkspace();
	await create({ external_id: "cms:1 é" }, other.api);
	expect(await found("cms:1 é")).toEqual([article.id]);
	expect(await create()).not.toHaveProperty("external_id");
});

it("gives a name to one article at a time", async () => {
	const { id } = await create({ external_id: "one" });
	const refused = await api.post(ARTICLES, newArticle({ external_id: "one" }));
	expect([refused.status, refused.body]).toEqual([409, exists]);
	expect(refused.body.error.message).toContain(id);
	const second = await create({ external_id: "two" });
	const change = (fields: object) =>
		api.patch(`${ARTICLES}/${second.id}`, fields);
	expect((await change({ external_id: "one" })).body).toEqual(exists);
	expect((await change({ external_id: "two" })).status).toBe(200);
	await api.delete(`${ARTICLES}/${id}`);
	expect((await change({ external_id: "one" })).body.external_id).toBe("one");
	const { body } = await change({ external_id: null });
	expect(body).not.toHaveProperty("external_id");
	await create({ external_id: "one" });
});

it("makes one article of twenty concurrent requests with one name", async () => {
	const race = (path: string, name: string) =>
		Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				api.post(path, newArticle({ external_id: name, title: `T${n}` })),
			),
		);
	const creates = await race(ARTICLES, "raced");
	expect(creates.map(({ status }) => status).sort()).toEqual([
		201,
		...Array(19).fill(409),
	]);
	const upserts = await race(UPSERT, "upserted");
	expect(upserts.map(({ status }) => status).sort()).toEqual([
		...Array(19).fill(200),
		201,
	]);
	expect(await found("upserted")).toHaveLength(1);
});

it("changes the article that has the name, or creates it", async () => {
	const first = await api.post(
		UPSERT,
		newArticle({ external_id: "u", tags: ["a"], status: "draft" }),
	);
	expect(first.status).toBe(201);
	const again = await api.post(
		UPSERT,
		newArticle({ external_id: "u", title: "Other words" }),
	);
	expect(again.status, again.text).toBe(200);
	expect(again.body).toMatchObject({
		id: first.body.id,
		title: "Other words",
		tags: ["a"],
		status: "draft",
	});
	const same = await api.post(
		UPSERT,
		newArticle({ external_id: "u", title: "Other words" }),
	);
	expect(same.body.updated_at).toBe(again.body.updated_at);
	const published = await api.post(
		UPSERT,
		newArticle({ external_id: "u", tags: [], status: "published" }),
	);
	expect(published.body).toMatchObject({ tags: [], status: "published" });
	const events = await product.eventsOf(
		"knowledge",
		workspace.id,
		first.body.id,
	);
	expect(events.map(({ type }) => type)).toEqual([
		"article.created",
		"article.updated",
		"article.published",
	]);
});

it("repeats an upsert with its key, and refuses one without a name", async () => {
	const headers = { "idempotency-key": crypto.randomUUID() };
	const body = newArticle({ external_id: "k" });
	const first = await api.post(UPSERT, body, headers);
	await api.patch(`${ARTICLES}/${first.body.id}`, { title: "Later" });
	const again = await api.post(UPSERT, body, headers);
	expect([again.status, again.text]).toEqual([201, first.text]);
	const other = await api.post(ARTICLES, body, headers);
	expect(other.body.error.code).toBe("idempotency_key_reused");
	const unnamed = await api.post(UPSERT, newArticle());
	expect(unnamed.body).toEqual(
		expectedError("invalid_request", "missing_parameter", "external_id"),
	);
});
