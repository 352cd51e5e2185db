import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PostgresServer } from "../src/start-postgres.ts";
import { startSupervisedPostgres } from "../src/supervised-postgres.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 }); // starts whole servers, on a busy machine
const UNTIL_RESTARTED = { timeout: 60_000, interval: 100 };

let dataDir: string;
let server: PostgresServer | undefined;
const reports: string[] = [];
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), "supervised-"));
	reports.length = 0;
});
afterEach(async () => {
	await server?.stop();
	server = undefined;
	rmSync(dataDir, { recursive: true });
});

async function start(): Promise<PostgresServer> {
	server = await startSupervisedPostgres(
		{ dataDir, durable: true },
		(message) => reports.push(message),
	);
	return server;
}

/** The server's process id, from the file in its folder. */
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
	}, UNTIL_RESTARTED);
}

it("restarts a killed server at its address, with every confirmed row", async () => {
	const supervised = await start();
	await query(supervised.url, "create table t as select 7 as n");
	await killAndWait(supervised);
	expect(await query(supervised.url, "select n from t")).toEqual([{ n: 7 }]);
	expect(reports).toEqual([
		"PostgreSQL has ended; starting it again",
		"PostgreSQL runs again",
	]);
});

it("restarts a server five times within ten minutes, but not a sixth time", async () => {
	const supervised = await start();
	for (let restarts = 0; restarts < 5; restarts += 1)
		await killAndWait(supervised);
	process.kill(pidOf(), "SIGKILL");
	await supervised.exited;
	await expect(query(supervised.url, "select 1")).rejects.toThrow(
		"ECONNREFUSED",
	);
});

it("stops a server during its restart", async () => {
	const supervised = await start();
	process.kill(pidOf(), "SIGKILL");
	await vi.waitFor(() => expect(reports).toHaveLength(1), UNTIL_RESTARTED);
	await supervised.stop();
	await supervised.exited;
	await expect(query(supervised.url, "select 1")).rejects.toThrow(
		"ECONNREFUSED",
	);
});
