import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

describe.each(TRANSPORTS)("the directory over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let other: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		other = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	it("shows a key of any scope who it is and what is left, and costs nothing", async () => {
		const key = await product.createKey(workspace, "knowledge:read,keys:read");
		await key.get("/v1/knowledge/articles");
		await key.get("/v1/me");
		const { status, body, headers } = await key.get("/v1/me");
		expect(status).toBe(200);
		const [owner] = workspace.agents;
		expect(body).toEqual({
			key: {
				id: expect.stringMatching(/^key_/),
				api_version: LATEST_API_VERSION,
				masked: expect.stringMatching(/^sk_live_….{4}$/),
				expires_at: null,
				created_at: expect.any(String),
			},
			owner,
			workspace: { id: workspace.id, name: "Test" },
			scopes: ["knowledge:read", "keys:read"],
			plan: "enterprise",
			limits: {
				per_minute: {
					limit: 1_000_000,
					remaining: 999_999,
					resets_at: expect.any(String),
				},
				burst: {
					limit: 1_000_000,
					remaining: 999_999,
					resets_at: expect.any(String),
				},
				per_day: null,
				concurrent: { limit: 1_000_000, remaining: 1_000_000 },
			},
		});
		expect(headers.get("x-ratelimit-remaining")).toBe("999999");
	});

	it("refuses a flood of GET /v1/me, which no limit of the key counts", async () => {
		const key = await product.createKey(workspace);
		const responses = await Promise.all(
			Array.from({ length: 601 }, () => key.get("/v1/me")),
		);
		const refused = responses.filter(({ status }) => status === 429);
		expect(refused.map(({ body }) => body)).toEqual([
			expectedError("rate_limit_error", "rate_limit_minute"),
		]);
		expect((await key.get("/v1/agents")).status).toBe(200);
	});

	it("lists agents by name page by page, and retrieves one", async () => {
		const first = await api.get("/v1/agents", { sort: "name:desc", limit: 2 });
		expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual([
			"Cleo",
			"Bob",
		]);
		const second = await api.get("/v1/agents", {
			sort: "name:desc",
			limit: 2,
			cursor: first.body.next_cursor,
		});
		expect(second.body).toMatchObject({
			data: [{ name: "Ann" }],
			has_more: false,
		});
		const { id } = second.body.data[0];
		expect((await api.get(`/v1/agents/${id}`)).body).toEqual({
			...workspace.agents[0],
			deactivated_at: null,
			created_at: expect.any(String),
		});
		const none = await api.get("/v1/agents", { status: "deactivated" });
		expect(none.body.data).toEqual([]);
	});

	it("answers the same 404 for another workspace's agent as for none", async () => {
		const unknown = "usr_01h2xcejqtf2nbrexx3vqjhp41";
		const texts = await Promise.all(
			[other.agents[0]!.id, unknown].map(async (id) => {
				const { status, text, body } = await api.get(`/v1/agents/${id}`);
				expect(status).toBe(404);
				return text.replace(body.error.request_id, "");
			}),
		);
		expect(texts[0]).toBe(texts[1]);
	});
});
