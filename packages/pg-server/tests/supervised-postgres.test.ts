import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepPostgres } from "../src/keep-postgres.ts";
import type { PostgresServer } from "../src/start-postgres.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 }); // starts of whole servers, on a busy machine
const UNTIL_BACK = { timeout: 60_000, interval: 100 };

let dataDir: string;
let server: PostgresServer | undefined;
const reports: string[] = [];
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), "kept-"));
	reports.length = 0;
});
afterEach(async () => {
	await server?.stop();
	server = undefined;
	rmSync(dataDir, { recursive: true });
});

async function keep(): Promise<PostgresServer> {
	server = await keepPostgres({ dataDir, durable: true }, (message) =>
		reports.push(message),
	);
	return server;
}

/** The server's process number, which it keeps in its folder while it runs. */
const pidOf = () =>
	Number.parseInt(
		readFileSync(join(dataDir, "cluster", "postmaster.pid"), "utf8"),
		10,
	);

async function query(url: string, sql: string) {
	const client = new pg.Client(url);
	client.on("error", () => {}); // the query reports it
	try {
		await client.connect();
		return (await client.query(sql)).rows;
	} finally {
		await client.end();
	}
}

/** Kills the server and waits until another process serves at the same address. */
async function killAndWait({ url }: PostgresServer): Promise<void> {
	const killed = pidOf();
	process.kill(killed, "SIGKILL");
	await vi.waitFor(async () => {
		expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
		expect(pidOf()).not.toBe(killed);
	}, UNTIL_BACK);
}

it("starts a killed server again at its address, with every confirmed row", async () => {
	const kept = await keep();
	await query(kept.url, "create table t as select 7 as n");
	await killAndWait(kept);
	expect(await query(kept.url, "select n from t")).toEqual([{ n: 7 }]);
	expect(reports).toEqual([
		"PostgreSQL has ended; starting it again",
		"PostgreSQL runs again",
	]);
});

it("starts a server again five times within ten minutes, and not a sixth time", async () => {
	const kept = await keep();
	for (let restarts = 0; restarts < 5; restarts += 1) await killAndWait(kept);
	process.kill(pidOf(), "SIGKILL");
	await kept.exited;
	await expect(query(kept.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

it("stops a server that is being started again", async () => {
	const kept = await keep();
	process.kill(pidOf(), "SIGKILL");
	await vi.waitFor(() => expect(reports).toHaveLength(1), UNTIL_BACK);
	await kept.stop();
	await kept.exited;
	await expect(query(kept.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});
