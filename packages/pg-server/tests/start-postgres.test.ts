import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PostgresStartError } from "../src/postgres-start-error.ts";
import { type PostgresServer, startPostgres } from "../src/start-postgres.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // starts whole servers, on a busy machine

let folder: string;
let dataDir: string;
const servers: PostgresServer[] = [];
const owners: ChildProcess[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "pg-server-"));
	dataDir = join(folder, "deep", "er");
});
afterEach(async () => {
	for (const owner of owners.splice(0)) await kill(owner, "SIGTERM");
	for (const server of servers.splice(0)) await server.stop();
	rmSync(folder, { recursive: true });
});

async function start(): Promise<PostgresServer> {
	const server = await startPostgres({ dataDir, durable: false });
	servers.push(server);
	return server;
}

async function startInOwner(): Promise<{ owner: ChildProcess; url: string }> {
	const script = new URL("owner.ts", import.meta.url).pathname;
	const owner = spawn(process.execPath, [script, dataDir], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	owners.push(owner);
	const [url] = await once(createInterface(owner.stdout!), "line");
	return { owner, url };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals) {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill(signal);
	await once(child, "exit");
}

async function query(url: string, ...statements: string[]) {
	const client = new pg.Client(url);
	await client.connect();
	try {
		const results = [];
		for (const sql of statements) results.push((await client.query(sql)).rows);
		return results.at(-1);
	} finally {
		await client.end();
	}
}

/** The server's process id, from the file in its folder. */
const serverPid = () =>
	Number.parseInt(
		readFileSync(join(dataDir, "cluster", "postmaster.pid"), "utf8"),
		10,
	);

it("starts PostgreSQL 18 with Unicode in code point order, reachable with its password alone", async () => {
	const { url } = await start();
	const rows = await query(
		url,
		`select current_setting('server_version_num')::int / 10000 as version, upper('é') as upper, 'Z' < 'a' as by_code_point`,
	);
	expect(rows).toEqual([{ version: 18, upper: "É", by_code_point: true }]);
	const wrongPassword = new URL(url);
	wrongPassword.password = "guess";
	await expect(query(wrongPassword.href, "select 1")).rejects.toThrow(
		"password authentication failed",
	);
});

it("keeps the data from one start to the next", async () => {
	const first = await start();
	await query(first.url, "create table t as select 1 as n");
	await first.stop();
	const second = await start();
	expect(await query(second.url, "select n from t")).toEqual([{ n: 1 }]);
});

it("leaves fsync on for durable data", async () => {
	const { url } = await startInOwner();
	expect(
		await query(
			url,
			"select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name",
		),
	).toEqual([
		{ name: "fsync", setting: "on" },
		{ name: "full_page_writes", setting: "on" },
		{ name: "synchronous_commit", setting: "on" },
	]);
});

it("ends when its owner is killed, and the next start has every confirmed row", async () => {
	const { owner, url } = await startInOwner();
	await query(url, "create table t (n int)", "insert into t values (1), (2)");
	await kill(owner, "SIGKILL");
	const next = await start(); // waits for the old server, which is still ending
	expect(await query(next.url, "select n from t")).toEqual([
		{ n: 1 },
		{ n: 2 },
	]);
});

it("recovers when owner and server are killed together", async () => {
	const { owner, url } = await startInOwner();
	await query(url, "create table t as select 7 as n");
	process.kill(serverPid(), "SIGKILL");
	await kill(owner, "SIGKILL");
	const next = await start();
	expect(await query(next.url, "select n from t")).toEqual([{ n: 7 }]);
});

it("starts in spite of a stale process id that now belongs to another process", async () => {
	const first = await start();
	await first.stop();
	const pidFile = join(dataDir, "cluster", "postmaster.pid");
	writeFileSync(pidFile, `${process.pid}\n${join(dataDir, "cluster")}\n`);
	await start();
});

it("refuses a second start on the same folder and does not affect the first", async () => {
	const { owner, url } = await startInOwner();
	await expect(start()).rejects.toThrow(`in use by process ${owner.pid}`);
	expect(await query(url, "select 1 as alive")).toEqual([{ alive: 1 }]);
});

it("resolves `exited` when the server has ended unexpectedly", async () => {
	const server = await start();
	process.kill(serverPid(), "SIGKILL");
	await server.exited;
});

it.runIf(process.platform === "linux")(
	"runs in its own session, which the terminal's Ctrl-C does not reach",
	async () => {
		await start();
		const [, fields] = readFileSync(`/proc/${serverPid()}/stat`, "utf8").split(
			") ",
		);
		const [, , group, session] = fields!.split(" ");
		expect([group, session]).toEqual([
			String(serverPid()),
			String(serverPid()),
		]);
	},
);

it("reports that the folder is a file", async () => {
	dataDir = join(folder, "file");
	writeFileSync(dataDir, "");
	await expect(start()).rejects.toThrow(
		`The data folder ${dataDir} is not a folder.`,
	);
	dataDir = join(dataDir, "below");
	await expect(start()).rejects.toThrow("is not a folder.");
});

it("reports data of another version", async () => {
	mkdirSync(join(dataDir, "cluster"), { recursive: true });
	writeFileSync(join(dataDir, "cluster", "PG_VERSION"), "17\n");
	await expect(start()).rejects.toThrow("written by PostgreSQL 17");
});

it("starts when a full disk or a kill has left the password file empty", async () => {
	mkdirSync(dataDir, { recursive: true });
	writeFileSync(join(dataDir, "password"), "");
	const server = await start();
	expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

it("reports that the password of existing data is missing, and writes no other one", async () => {
	const first = await start();
	await first.stop();
	rmSync(join(dataDir, "password"));
	const sentence = `The file ${join(dataDir, "password")} does not have the password`;
	await expect(start()).rejects.toThrow(sentence);
	await expect(start()).rejects.toThrow(sentence);
});

it("reports why a damaged folder does not start", async () => {
	const first = await start();
	await first.stop();
	rmSync(join(dataDir, "cluster", "global"), { recursive: true });
	await expect(start()).rejects.toThrow(/PostgreSQL did not start: .*global/);
});

it("reports in a sentence that there is no server for this machine", async () => {
	const arch = vi.spyOn(process, "arch", "get").mockReturnValue("mips");
	await expect(start()).rejects.toThrow(PostgresStartError);
	await expect(start()).rejects.toThrow(
		`There is no embedded PostgreSQL for ${process.platform} on mips; set DATABASE_URL`,
	);
	arch.mockRestore();
});
