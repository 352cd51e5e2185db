import { hashApiKey, isWellFormedApiKey } from "@supportdesk/keys/api-key.ts";
import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const UNKNOWN = "key_01h2xcejqtf2nbrexx3vqjhp41";
const once = () => ({ "idempotency-key": crypto.randomUUID() });

describe.each(TRANSPORTS)("API keys over %s", (transport) => {
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

	const clientOf = (secret: string) => createClient(product.url, secret);
	const create = async (fields: object, as = api) => {
		const { status, body } = await as.post("/v1/keys", fields);
		expect([status, body.error]).toEqual([201, undefined]);
		return body;
	};
	const statusWith = async (secret: string) =>
		(await clientOf(secret).get("/v1/tickets")).status;

	it("creates a key that works at once, and shows its secret only once", async () => {
		const fields = {
			name: " Order system ",
			scopes: ["tickets:read", "tickets:read"],
			limits: { per_minute: 5, per_day: 100 },
			expires_at: "2099-01-31",
		};
		const { status, headers, body } = await api.post("/v1/keys", fields);
		expect([status, headers.get("location")]).toEqual([
			201,
			`/v1/keys/${body.id}`,
		]);
		const { secret, ...shown } = body;
		expect(isWellFormedApiKey(secret)).toBe(true);
		expect(shown).toEqual({
			id: expect.stringMatching(/^key_/),
			name: "Order system",
			owner_id: workspace.agents[0]!.id,
			masked: `sk_live_…${secret.slice(-4)}`,
			scopes: ["tickets:read"],
			plan: "enterprise",
			limits: {
				per_minute: 5,
				burst: 1_000_000,
				per_day: 100,
				unlimited_per_day: false,
				concurrent: 1_000_000,
			},
			api_version: LATEST_API_VERSION,
			expires_at: "2099-01-31T00:00:00.000Z",
			revoked_at: null,
			owner_deactivated_at: null,
			last_used_at: null,
			created_at: expect.any(String),
		});
		const path = `/v1/keys/${body.id}`;
		expect((await api.get(path)).body).toEqual(shown);
		const listed = await api.get("/v1/keys", { sort: "created_at:desc" });
		expect(listed.body.data[0]).toEqual(shown);
		const used = await clientOf(secret).get("/v1/tickets");
		expect(used.headers.get("x-ratelimit-limit")).toBe("5");
		expect((await clientOf(secret).get("/v1/keys")).status).toBe(403);
	});

	it("repeats the response with the secret, which the database cannot read", async () => {
		const headers = once();
		const fields = { scopes: ["tickets:read"] };
		const first = await api.post("/v1/keys", fields, headers);
		const again = await api.post("/v1/keys", fields, headers);
		expect(again.text).toBe(first.text);
		expect(again.headers.get("idempotent-replayed")).toBe("true");
		const { secret } = first.body;
		expect(await product.tablesWith([secret])).toEqual([]);
		expect(await product.tablesWith([hashApiKey(secret)])).toEqual([
			"gateway.api_keys",
		]);
		const reused = await api.post(
			"/v1/keys",
			{ ...fields, name: "X" },
			headers,
		);
		expect(reused.body.error.code).toBe("idempotency_key_reused");
	});

	it("creates one key for concurrent repetitions", async () => {
		const headers = once();
		const responses = await Promise.all(
			Array.from({ length: 10 }, () =>
				api.post("/v1/keys", { scopes: ["tickets:read"] }, headers),
			),
		);
		expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
	});

	it("gives no key more than the calling key has", async () => {
		const weak = await create({
			scopes: ["tickets:read", "keys:write"],
			limits: { per_minute: 50, per_day: 1_000 },
			expires_at: "2099-01-01",
		});
		const caller = clientOf(weak.secret);
		const refusals: [object, string, string][] = [
			[{ scopes: ["tickets:write"] }, "scope_not_held", "scopes"],
			[{ limits: { per_minute: 51 } }, "limit_not_held", "limits.per_minute"],
			[{ limits: { per_minute: null } }, "limit_not_held", "limits.per_minute"],
			[
				{ limits: { unlimited_per_day: true } },
				"limit_not_held",
				"limits.per_day",
			],
			[{ expires_at: null }, "limit_not_held", "expires_at"],
			[{ expires_at: "2099-01-02" }, "limit_not_held", "expires_at"],
		];
		for (const [fields, code, param] of refusals) {
			const expected = expectedError("validation_error", code, param);
			const body = { scopes: ["tickets:read"], ...fields };
			expect((await caller.post("/v1/keys", body)).body).toEqual(expected);
			const own = await caller.patch(`/v1/keys/${weak.id}`, fields);
			expect(own.body).toEqual(expected);
		}
		const child = await create({ scopes: ["tickets:read"] }, caller);
		expect(child).toMatchObject({
			limits: { per_minute: 50, per_day: 1_000 },
			expires_at: "2099-01-01T00:00:00.000Z",
			plan: "enterprise",
		});
	});

	it("lets a key change, rotate and revoke no key that permits more than it does", async () => {
		const weak = await create({ scopes: ["tickets:read", "keys:write"] });
		const strong = await create({ scopes: ["tickets:read", "tickets:write"] });
		const caller = clientOf(weak.secret);
		const path = `/v1/keys/${strong.id}`;
		const refused = expectedError("validation_error", "scope_not_held", null);
		for (const response of [
			await caller.patch(path, { name: "Mine" }),
			await caller.post(`${path}/rotate`),
			await caller.post(`${path}/revoke`),
		])
			expect([response.status, response.body]).toEqual([422, refused]);
		expect(await statusWith(strong.secret)).toBe(200);
	});

	it("hands out no secret of a key with higher limits, and revokes it all the same", async () => {
		const slow = await create({
			scopes: ["tickets:read", "keys:write"],
			limits: { per_minute: 10 },
		});
		const fast = await create({ scopes: ["tickets:read"] });
		const caller = clientOf(slow.secret);
		const path = `/v1/keys/${fast.id}`;
		expect((await caller.post(`${path}/rotate`)).body).toEqual(
			expectedError("validation_error", "limit_not_held", null),
		);
		expect((await caller.post(`${path}/revoke`)).body.revoked_at).toEqual(
			expect.any(String),
		);
	});

	it("changes only the fields that are given, and nothing with an empty body", async () => {
		const { secret: _, ...key } = await create({
			name: "A",
			scopes: ["tickets:read", "tickets:write"],
		});
		const path = `/v1/keys/${key.id}`;
		expect((await api.patch(path, {})).body).toEqual(key);
		const changed = await api.patch(path, {
			name: null,
			scopes: ["tickets:read"],
			limits: { burst: 7 },
		});
		expect(changed.body).toEqual({
			...key,
			name: null,
			scopes: ["tickets:read"],
			limits: { ...key.limits, burst: 7 },
		});
		expect((await api.get(path)).body).toEqual(changed.body);
	});

	it.each([
		[{}, "scopes"],
		[{ scopes: [] }, "scopes"],
		[{ scopes: ["all"] }, "scopes.0"],
		[{ scopes: ["tickets:read"], name: "\u0000" }, "name"],
		[{ scopes: ["tickets:read"], owner_id: "cnt_1" }, "owner_id"],
		[{ scopes: ["tickets:read"], limits: { burst: 0 } }, "limits.burst"],
		[{ scopes: ["tickets:read"], limits: { bursts: 1 } }, "limits.bursts"],
		[{ scopes: ["tickets:read"], expires_at: "2020-01-01" }, "expires_at"],
		[{ scopes: ["tickets:read"], expires_at: "soon" }, "expires_at"],
		[{ scopes: ["tickets:read"], plan: "enterprise" }, "plan"],
	])("refuses %j", async (fields, param) => {
		const { status, body } = await api.post("/v1/keys", fields);
		expect([status, body.error.param]).toEqual([400, param]);
	});

	it("gives a key to an active agent of the workspace only", async () => {
		const own = await product.createWorkspace();
		const [, bob] = own.agents;
		const fields = (owner_id: string) => ({
			scopes: ["tickets:read"],
			owner_id,
		});
		const bobs = await create(fields(bob!.id), own.api);
		expect(bobs.owner_id).toBe(bob!.id);
		await own.api.delete(`/v1/agents/${bob!.id}`);
		for (const id of [
			bob!.id,
			other.agents[0]!.id,
			"usr_01h2xcejqtf2nbrexx3vqjhp41",
		])
			expect((await own.api.post("/v1/keys", fields(id))).body).toEqual(
				expectedError("validation_error", "agent_not_found", "owner_id"),
			);
	});

	it("leaves no working key behind of an agent who was deactivated meanwhile", async () => {
		for (let round = 0; round < 5; round++) {
			const own = await product.createWorkspace();
			const owner_id = own.agents[1]!.id;
			const [created] = await Promise.all([
				own.api.post("/v1/keys", { scopes: ["tickets:read"], owner_id }),
				own.api.delete(`/v1/agents/${owner_id}`),
			]);
			expect([201, 422]).toContain(created.status);
			if (created.status === 422) continue;
			const { body } = await own.api.get(`/v1/keys/${created.body.id}`);
			expect(body.owner_deactivated_at).toEqual(expect.any(String));
		}
	});

	it("keeps one of two keys that revoke each other, and neither fails", async () => {
		const own = await product.createWorkspace();
		const [a, b] = [
			await create({ scopes: ["keys:write"] }, own.api),
			await create({ scopes: ["keys:write"] }, own.api),
		];
		const responses = await Promise.all([
			clientOf(a.secret).post(`/v1/keys/${b.id}/revoke`),
			clientOf(b.secret).post(`/v1/keys/${a.id}/revoke`),
		]);
		const statuses = responses.map(({ status }) => status);
		expect(statuses.sort()).toEqual([200, 401]);
	});

	it("accepts both secrets until the chosen time, and counts their requests together", async () => {
		const key = await create({
			scopes: ["tickets:read"],
			limits: { per_minute: 100 },
		});
		await clientOf(key.secret).get("/v1/tickets");
		const headers = once();
		const path = `/v1/keys/${key.id}/rotate`;
		const body = { old_secret_valid_seconds: 60 };
		const rotated = await api.post(path, body, headers);
		expect(rotated.status).toBe(200);
		const { secret, old_secret_valid_until, ...shown } = rotated.body;
		expect(secret).not.toBe(key.secret);
		expect({ ...shown, masked: key.masked, secret: key.secret }).toEqual({
			...key,
			last_used_at: shown.last_used_at,
		});
		const seconds = (Date.parse(old_secret_valid_until) - Date.now()) / 1_000;
		expect(seconds).toBeGreaterThan(50);
		expect(seconds).toBeLessThanOrEqual(60);
		const remaining = async (one: string) => {
			const { status, headers } = await clientOf(one).get("/v1/tickets");
			return [status, headers.get("x-ratelimit-remaining")];
		};
		expect(await remaining(secret)).toEqual([200, "98"]);
		expect(await remaining(key.secret)).toEqual([200, "97"]);
		expect((await api.post(path, body, headers)).text).toBe(rotated.text);
		expect(await product.tablesWith([secret])).toEqual([]);
	});

	it("refuses the old secret at once when it is not kept, also those of rotations before", async () => {
		const first = await create({ scopes: ["tickets:read"] });
		const path = `/v1/keys/${first.id}/rotate`;
		const second = (await api.post(path)).body;
		expect(await statusWith(first.secret)).toBe(200);
		const third = (await api.post(path, { old_secret_valid_seconds: 0 })).body;
		expect(await statusWith(third.secret)).toBe(200);
		for (const old of [first, second])
			await expect
				.poll(() => statusWith(old.secret), { timeout: 5_000 })
				.toBe(401);
	});

	it("keeps every secret of concurrent rotations", async () => {
		const key = await create({ scopes: ["tickets:read"] });
		const rotated = await Promise.all(
			Array.from({ length: 5 }, () => api.post(`/v1/keys/${key.id}/rotate`)),
		);
		const secrets = rotated.map(({ body }) => body.secret);
		expect(new Set(secrets).size).toBe(5);
		const statuses = [key.secret, ...secrets].map(statusWith);
		expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200, 200]);
	});

	it("rotates a key by itself, and repeats the response to the same secret only", async () => {
		const key = await create({ scopes: ["keys:write", "keys:read"] });
		const path = `/v1/keys/${key.id}/rotate`;
		const headers = once();
		const rotated = await clientOf(key.secret).post(path, {}, headers);
		expect(rotated.status).toBe(200);
		const again = await clientOf(key.secret).post(path, {}, headers);
		expect(again.text).toBe(rotated.text);
		const reused = await clientOf(rotated.body.secret).post(path, {}, headers);
		expect(reused.body.error.code).toBe("idempotency_key_reused");
	});

	it("revokes a key with all its secrets within 5 s, for good", async () => {
		const key = await create({ scopes: ["tickets:read"] });
		const path = `/v1/keys/${key.id}`;
		const { secret } = (await api.post(`${path}/rotate`)).body;
		expect(await statusWith(key.secret)).toBe(200);
		expect(await statusWith(secret)).toBe(200);
		const revoked = await api.post(`${path}/revoke`);
		expect(revoked.body.revoked_at).toEqual(expect.any(String));
		for (const old of [key.secret, secret])
			await expect.poll(() => statusWith(old), { timeout: 5_000 }).toBe(401);
		expect((await api.post(`${path}/revoke`)).body).toEqual(revoked.body);
		const conflict = expectedError("conflict", "api_key_revoked", null);
		expect((await api.post(`${path}/rotate`)).body).toEqual(conflict);
		expect((await api.patch(path, { name: "X" })).body).toEqual(conflict);
		const active = await api.get("/v1/keys", { status: "active", limit: 100 });
		const ids = active.body.data.map(({ id }: { id: string }) => id);
		expect(ids).not.toContain(key.id);
	});

	it("leaves no working key behind that was created while its creator was revoked", async () => {
		for (let round = 0; round < 5; round++) {
			const own = await product.createWorkspace();
			const creator = await create({ scopes: ["keys:write"] }, own.api);
			const [created] = await Promise.all([
				clientOf(creator.secret).post("/v1/keys", { scopes: ["keys:write"] }),
				own.api.post(`/v1/keys/${creator.id}/revoke`),
			]);
			expect([201, 401]).toContain(created.status);
			// Cached as valid or not, the creator creates nothing any more.
			const late = await clientOf(creator.secret).post("/v1/keys", {
				scopes: ["keys:write"],
			});
			expect(late.status).toBe(401);
			const { data } = (await own.api.get("/v1/keys")).body;
			expect(data).toHaveLength(created.status === 201 ? 3 : 2);
		}
	});

	it("lists keys page by page", async () => {
		const own = await product.createWorkspace();
		for (const name of ["a", "b"])
			await create({ name, scopes: ["tickets:read"] }, own.api);
		const query = { sort: "created_at:desc", limit: 2 };
		const first = (await own.api.get("/v1/keys", query)).body;
		const { next_cursor: cursor } = first;
		const second = (await own.api.get("/v1/keys", { ...query, cursor })).body;
		const names = [...first.data, ...second.data].map(({ name }) => name);
		expect(names).toEqual(["b", "a", null]);
		expect(second.has_more).toBe(false);
		expect((await api.get("/v1/keys", { ...query, cursor })).body).toEqual(
			expectedError("invalid_request", "invalid_cursor", "cursor"),
		);
	});

	it("answers the same 404 for another workspace's key as for none", async () => {
		const foreign = (await other.api.get("/v1/keys")).body.data[0].id;
		const requests = [
			(id: string) => api.get(`/v1/keys/${id}`),
			(id: string) => api.patch(`/v1/keys/${id}`, { name: "X" }),
			(id: string) => api.post(`/v1/keys/${id}/revoke`),
			(id: string) => api.post(`/v1/keys/${id}/rotate`),
		];
		for (const request of requests) {
			const texts = await Promise.all(
				[foreign, UNKNOWN, "key_1"].map(async (id) => {
					const { status, text, body } = await request(id);
					expect([status, body.error.code]).toEqual([404, "api_key_not_found"]);
					return text.replace(body.error.request_id, "");
				}),
			);
			expect(new Set(texts).size).toBe(1);
		}
	});

	it("refuses callers without the scopes", async () => {
		const reader = await product.createKey(workspace, "keys:read");
		const writer = await product.createKey(workspace, "keys:write");
		expect((await writer.get("/v1/keys")).status).toBe(403);
		const refused = await reader.post("/v1/keys", { scopes: ["keys:read"] });
		expect(refused.status).toBe(403);
	});

	it("keeps the number of valid keys of a workspace below a hundred", async () => {
		const own = await product.createWorkspace();
		const fields = { scopes: ["tickets:read"] };
		for (let i = 0; i < 99; i++) await create(fields, own.api);
		const refused = await own.api.post("/v1/keys", fields);
		expect([refused.status, refused.body]).toEqual([
			422,
			expectedError("validation_error", "api_key_limit_exceeded", null),
		]);
	});
});
