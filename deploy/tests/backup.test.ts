import { execFileSync, spawnSync } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
	type AppProcess,
	createAppProcess,
	runMigrations,
} from "@supportdesk/cluster/app-process.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { sendRequest } from "@supportdesk/cluster/send-request.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const START_MS = 120_000;
const NEW_TICKET = {
	subject: "Kept",
	body: "Is this still there tomorrow?",
	contact: { email: "kept@customer.example" },
};
const server = process.env.DATABASE_URL!;
const missing = await toolsMissing();
const kubernetes = join(import.meta.dirname, "../kubernetes");

describe.skipIf(missing)(
	`a backup in a cluster${missing ? ` (${missing})` : ""}`,
	() => {
		const name = `${process.env.TEST_DATABASE_PREFIX}_backup`;
		const databases = { before: name, after: `${name}_restored` };
		const login = `${name}_login`;
		let folder: string;
		let workspace: Workspace;
		const running: AppProcess[] = [];

		beforeAll(async () => {
			folder = makeTempFolder("backup");
			await onServer(
				`create database ${databases.before}`,
				`create database ${databases.after}`,
				`create role ${login} login bypassrls password 'backup'`,
				`grant pg_read_all_data to ${login}`,
			);
			for (const app of ["gateway", "tickets", "knowledge", "events"]) {
				await runMigrations({
					name: `migrate ${app}`,
					app,
					env: { DATABASE_URL: addressOf(databases.before) },
					logFile: join(folder, "migrate.log"),
				});
			}
			workspace = await provisionWorkspace(
				addressOf(databases.before),
				"Backup",
				{ plan: "enterprise" },
			);
		}, START_MS);
		afterAll(async () => {
			await stopAll();
			await onServer(
				`drop database ${databases.before} with (force)`,
				`drop database if exists ${databases.after} with (force)`,
				`drop role ${login}`,
			);
			removeFolder(folder);
		}, START_MS);

		const backUp = (env: Record<string, string> = {}) =>
			run("backup/backup.sh", {
				DATABASE_URL: addressOf(databases.before, login, "backup"),
				BACKUP_DIR: folder,
				BACKUP_KEEP: "3",
				...env,
			});
		const restore = (env: Record<string, string> = {}) =>
			run("restore/restore.sh", {
				DATABASE_URL: addressOf(databases.after),
				BACKUP_DIR: folder,
				...env,
			});
		const dumps = async () =>
			(await readdir(folder))
				.filter((file) => file.includes("dump") || file.startsWith("."))
				.sort();

		it(
			"is served as it was, and written on",
			async () => {
				const before = await serve(databases.before);
				const created = await send(before, "POST", "/v1/tickets", NEW_TICKET);
				expect(created.status).toBe(201);
				const path = `/v1/tickets/${created.json.id}`;
				const ticket = await send(before, "GET", path);
				await stopAll();
				expect(backUp()).toMatchObject({ code: 0 });

				expect(restore()).toMatchObject({ code: 0 });
				const after = await serve(databases.after);
				const kept = await send(after, "GET", path);
				expect(kept).toEqual({ status: 200, json: ticket.json });
				const next = await send(after, "POST", "/v1/tickets", NEW_TICKET);
				expect(next.status).toBe(201);
				expect(restore()).toMatchObject({
					code: 1,
					output: expect.stringContaining("restore to an empty one"),
				});
			},
			START_MS,
		);

		it("keeps the configured number of dumps, the newest", async () => {
			const old = [1, 2, 3].map(
				(day) => `supportdesk-2020010${day}T000000Z.dump`,
			);
			for (const file of old) await writeFile(join(folder, file), "");
			const [, , , newest] = await dumps();
			expect(backUp({ BACKUP_KEEP: "2" })).toMatchObject({ code: 0 });
			const left = await dumps();
			expect(left).toHaveLength(2);
			expect(left).toContain(newest);
		});

		it("leaves no partial dump, and reports its failure", async () => {
			const before = await dumps();
			const url = addressOf("no_such_database", login, "backup");
			expect(backUp({ DATABASE_URL: url })).toMatchObject({
				code: 1,
				output: expect.stringContaining("no_such_database"),
			});
			expect(await dumps()).toEqual(before);
		});

		it("reports that there is no dump", () => {
			expect(restore({ BACKUP_DIR: "/nowhere" })).toMatchObject({
				code: 1,
				output: expect.stringContaining("There is no dump in /nowhere"),
			});
		});

		/** Starts tickets and a gateway on a database; returns the gateway's address. */
		async function serve(database: string): Promise<string> {
			const [tickets, gateway, unusedPort] = [
				await freePort(),
				await freePort(),
				await freePort(),
			];
			const start = async (app: string, port: number) => {
				const process = createAppProcess({
					name: app,
					app,
					port,
					logFile: join(folder, `${app}.log`),
					env: {
						DATABASE_URL: addressOf(database),
						HOST: "127.0.0.1",
						PORT: String(port),
						INTERNAL_SECRET: "s".repeat(32),
						CURSOR_SECRET: "s".repeat(32),
						OUTBOX_DIR: folder,
						DRAIN_DELAY_MS: "0",
						TICKETS_URL: `ipv4:127.0.0.1:${tickets}`,
						KNOWLEDGE_URL: `ipv4:127.0.0.1:${unusedPort}`,
						AI_URL: `ipv4:127.0.0.1:${unusedPort}`,
					},
				});
				running.push(process);
				await process.start();
			};
			await start("tickets", tickets);
			await start("gateway", gateway);
			return `http://127.0.0.1:${gateway}`;
		}

		async function stopAll(): Promise<void> {
			await Promise.all(running.splice(0).map((process) => process.stop()));
		}

		async function send(
			url: string,
			method: string,
			path: string,
			body?: unknown,
		) {
			const { key } = workspace;
			const response = await sendRequest(key, method, url + path, body);
			const json = (await response.json()) as { id: string };
			return { status: response.status, json };
		}
	},
);

function run(script: string, env: Record<string, string>) {
	const { status, stdout, stderr } = spawnSync(
		"sh",
		[join(kubernetes, script)],
		{ env: { PATH: process.env.PATH, ...env }, encoding: "utf8" },
	);
	return { code: status, output: stdout + stderr };
}

async function onServer(...statements: string[]): Promise<void> {
	const client = new pg.Client(server);
	await client.connect();
	try {
		for (const statement of statements) await client.query(statement);
	} finally {
		await client.end();
	}
}

function addressOf(database: string, user?: string, password?: string): string {
	const url = new URL(server);
	url.pathname = `/${database}`;
	if (user) Object.assign(url, { username: user, password });
	return url.href;
}

/** pg_dump reads servers of its own version and of earlier ones. */
async function toolsMissing(): Promise<string | undefined> {
	let tools: number;
	try {
		const version = execFileSync("pg_dump", ["--version"], {
			encoding: "utf8",
		});
		tools = Number(/ (\d+)/.exec(version)?.[1]);
	} catch {
		return "SKIPPED: no pg_dump on PATH";
	}
	const client = new pg.Client(server);
	await client.connect();
	const { rows } = await client.query("show server_version_num");
	await client.end();
	const version = Math.floor(rows[0].server_version_num / 10_000);
	if (tools >= version) return undefined;
	return `SKIPPED: pg_dump is of version ${tools}, PostgreSQL of ${version}`;
}
