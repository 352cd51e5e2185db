import { generateApiKey, hashApiKey } from "@supportdesk/keys/api-key.ts";
import { FAILED_AUTHENTICATION_LIMITS } from "@supportdesk/limits/failed-authentication.ts";
import {
	startTcpProxy,
	type TcpProxy,
} from "@supportdesk/testkit/tcp-proxy.ts";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import {
	createKeyDatabase,
	type Gateway,
	type KeyDatabase,
	startGateway,
	testConfig,
} from "./gateway.ts";

let gateway: Gateway;
let database: KeyDatabase;
let proxy: TcpProxy;
let now = Date.now();
beforeAll(async () => {
	database = await createKeyDatabase();
	const url = new URL(database.url);
	const port = Number(url.port);
	proxy = await startTcpProxy(() => port, url.hostname);
	url.port = String(proxy.port);
	gateway = await startGateway({
		database,
		config: { db: { ...testConfig(database.url).db, url: url.href } },
		overrides: { now: () => now },
	});
});
afterAll(async () => {
	await gateway.stop();
	await proxy.close();
	await database.close();
});

const TICKET = "/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f";

async function codeOf(key: string): Promise<string | number> {
	const { status, json } = await gateway.send("GET", TICKET, { key });
	return json.error?.code ?? status;
}

const revoke = (key: string) =>
	gateway.database.admin.query(
		"update gateway.api_keys set revoked_at = now() where key_hash = $1",
		[hashApiKey(key)],
	);

it("refuses a key from the moment it expires, cached or not", async () => {
	const key = await gateway.database.createKey({
		expiresAt: new Date(now + 1_000),
	});
	expect(await codeOf(key)).toBe(200);
	now += 1_000;
	expect(await codeOf(key)).toBe("expired_api_key");
});

it("accepts the secret before a rotation until its time, cached or not", async () => {
	const key = await gateway.database.createKey();
	const earlier = generateApiKey();
	await gateway.database.admin.query(
		`insert into gateway.earlier_key_secrets (workspace_id, api_key_id, key_hash, valid_until)
		 select workspace_id, id, $2, $3 from gateway.api_keys where key_hash = $1`,
		[hashApiKey(key), hashApiKey(earlier), new Date(now + 1_000)],
	);
	expect(await codeOf(earlier)).toBe(200);
	now += 1_000;
	expect(await codeOf(earlier)).toBe("expired_api_key");
	expect(await codeOf(key)).toBe(200);
	await revoke(key);
	now += 5_000;
	expect(await codeOf(earlier)).toBe("invalid_api_key");
});

it("refuses a revoked key as soon as it is notified", async () => {
	const key = await gateway.database.createKey();
	expect(await codeOf(key)).toBe(200);
	await revoke(key);
	await gateway.database.admin.query(`notify api_keys, '${hashApiKey(key)}'`);
	await expect.poll(() => codeOf(key)).toBe("invalid_api_key");
});

it("refuses a revoked key within five seconds in any case", async () => {
	const key = await gateway.database.createKey();
	expect(await codeOf(key)).toBe(200);
	await revoke(key);
	now += 5_000;
	expect(await codeOf(key)).toBe("invalid_api_key");
});

it.each([
	["of a deactivated workspace", "workspaces set deactivated_at", "id = $1"],
	[
		"whose owner is deactivated",
		"api_keys set owner_deactivated_at",
		"workspace_id = $1",
	],
])(
	"refuses the keys %s within five seconds, and accepts them again after the reactivation",
	async (_, column, where) => {
		const { admin, workspaceId } = gateway.database;
		const key = await gateway.database.createKey();
		const set = (value: string) =>
			admin.query(`update gateway.${column} = ${value} where ${where}`, [
				workspaceId,
			]);
		expect(await codeOf(key)).toBe(200);
		await set("now()");
		now += 5_000;
		expect(await codeOf(key)).toBe("invalid_api_key");
		await set("null");
		now += 2_000;
		expect(await codeOf(key)).toBe(200);
	},
);

it("stores the hour of a key's last use in the background", async () => {
	const database = await createKeyDatabase();
	onTestFinished(() => database.close());
	const used = await database.createKey();
	const unused = await database.createKey();
	const at = Date.parse("2026-11-20T09:40:00.000Z");
	const other = await startGateway({ database, overrides: { now: () => at } });
	expect((await other.send("GET", TICKET, { key: used })).status).toBe(200);
	await other.stop();
	const { rows } = await database.admin.query(
		"select last_used_at from gateway.api_keys where key_hash = any($1) order by last_used_at",
		[[used, unused].map(hashApiKey)],
	);
	expect(rows).toEqual([
		{ last_used_at: new Date("2026-11-20T09:00:00.000Z") },
		{ last_used_at: null },
	]);
});

it("sends no query for a malformed key", async () => {
	const key = generateApiKey();
	const changed = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
	// A query would result in a 503.
	await withoutDatabase(async () => {
		expect(await codeOf(changed)).toBe("invalid_api_key");
		expect(await codeOf(key)).toBe("service_unavailable");
	});
});

it("returns service_unavailable while the database is unavailable, and serves cached keys", async () => {
	const known = await gateway.database.createKey();
	const unknown = await gateway.database.createKey();
	expect(await codeOf(known)).toBe(200);
	await withoutDatabase(async () => {
		expect(await codeOf(known)).toBe(200);
		const { status, headers } = await gateway.send("GET", TICKET, {
			key: unknown,
		});
		expect(status).toBe(503);
		expect(headers.get("retry-after")).toBe("2");
		expect(headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
		now += 1_000; // readiness is cached for a second
		expect((await gateway.send("GET", "/readyz", { key: null })).status).toBe(
			503,
		);
	});
	expect(await codeOf(unknown)).toBe(200);
	now += 1_000;
	expect((await gateway.send("GET", "/readyz", { key: null })).status).toBe(
		200,
	);
});

it("shows no keys to a transaction that presents no hash", async () => {
	const { admin } = gateway.database;
	await admin.query("begin");
	await admin.query("set local role supportdesk_gateway");
	const { rows } = await admin.query("select 1 from gateway.api_keys");
	await admin.query("rollback");
	expect(rows).toEqual([]);
});

// The last test of this file, because it exhausts the limit of the address of all tests.
it("sends no query for an address past its limit of failures, and serves the keys it has seen", async () => {
	const seen = await gateway.database.createKey();
	expect(await codeOf(seen)).toBe(200);
	const failures = Array.from(
		{ length: FAILED_AUTHENTICATION_LIMITS.perMinute },
		() => gateway.send("GET", TICKET, { key: "none" }),
	);
	for (const { status } of await Promise.all(failures)) {
		expect([401, 429]).toContain(status);
	}
	expect(await codeOf(generateApiKey())).toBe("rate_limit_minute");
	// A query would result in a 503.
	await withoutDatabase(async () => {
		expect(await codeOf(generateApiKey())).toBe("rate_limit_minute");
	});
	now += 5_000; // the key's cache entry has expired
	expect(await codeOf(seen)).toBe(200);
});

/** Interrupts the gateway's database connections; the test's own connection stays open. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
	proxy.breakWith({ kind: "down" });
	try {
		await work();
	} finally {
		proxy.breakWith(undefined);
	}
}
