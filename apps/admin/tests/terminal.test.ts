import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import type pg from "pg";
import { describe, expect, it } from "vitest";
import {
	type CommandLine,
	MAIN,
	supportdesk,
	useInstallation,
} from "./installation.ts";

let database: TestDatabase;
let admin: pg.Client;
let cli: CommandLine;

useInstallation((given) => {
	({ database, admin, cli } = given);
});

describe("which database", () => {
	it("is the one that the file of DATABASE_URL_FILE names", async () => {
		const file = join(makeTempFolder("admin"), "database");
		await writeFile(file, `${database.url}\n`);
		expect(
			await supportdesk({ DATABASE_URL_FILE: file }, "workspaces", "list"),
		).toMatchObject({ code: 0, err: "" });
		expect(
			await supportdesk(
				{ DATABASE_URL_FILE: file, DATABASE_URL: database.url },
				"workspaces",
				"list",
			),
		).toEqual({
			code: 1,
			out: "",
			err: "DATABASE_URL_FILE: DATABASE_URL is set as well; set one of them\n",
		});
	});

	it("is the running installation's when DATABASE_URL is not set", async () => {
		const dataDir = makeTempFolder("admin");
		await writeFile(
			join(dataDir, "standalone.json"),
			JSON.stringify({ database_url: database.url }),
		);
		const found = await supportdesk(
			{ SUPPORTDESK_DATA: dataDir, DATABASE_URL: "" },
			"workspaces",
			"list",
		);
		expect(found).toMatchObject({
			code: 0,
			out: expect.stringContaining("ID"),
		});

		await writeFile(join(dataDir, "standalone.json"), "{");
		const damaged = await supportdesk(
			{ SUPPORTDESK_DATA: dataDir },
			"workspaces",
			"list",
		);
		expect(damaged).toMatchObject({
			code: 1,
			err: expect.stringContaining("is damaged: restart Support Desk"),
		});
		await rm(dataDir, { recursive: true });
	});

	it.each([
		[
			{ SUPPORTDESK_DATA: "/nonexistent" },
			"There is no running Support Desk in /nonexistent: start it with `npm start`",
		],
		[
			{ DATABASE_URL: "nonsense" },
			"DATABASE_URL: Expected postgresql://… or postgres://…",
		],
		[
			{ DATABASE_URL: "mysql://127.0.0.1/x" },
			"DATABASE_URL: Expected postgresql://… or postgres://…",
		],
		[
			{ DATABASE_URL: "postgres://127.0.0.1:1/x" },
			"The database cannot be used: connect ECONNREFUSED 127.0.0.1:1",
		],
	])("is refused for the settings %j", async (which, sentence) => {
		const failed = await supportdesk(which, "workspaces", "list");
		expect(failed).toMatchObject({
			code: 1,
			out: "",
			err: expect.stringContaining(sentence),
		});
		expect(failed.err.trim().split("\n")).toHaveLength(1);
	});

	it("is the one that npm start uses, independent of the current folder", async () => {
		const elsewhere = makeTempFolder("admin");
		await mkdir(join(elsewhere, ".data"));
		await writeFile(join(elsewhere, ".data", "standalone.json"), "{");
		const { stderr } = spawnSync(
			process.execPath,
			[MAIN, "workspaces", "list"],
			{ cwd: elsewhere, env: { PATH: process.env.PATH }, encoding: "utf8" },
		);
		expect(stderr).not.toContain(elsewhere);
		await rm(elsewhere, { recursive: true });
	});

	it("must be migrated", async () => {
		await admin.query(`create database empty_${process.pid}`);
		const url = new URL(database.url);
		url.pathname = `/empty_${process.pid}`;
		const failed = await supportdesk(
			{ DATABASE_URL: url.href },
			"workspaces",
			"list",
		);
		expect(failed).toMatchObject({
			code: 1,
			err: expect.stringContaining("The database is not migrated"),
		});
		await admin.query(`drop database empty_${process.pid}`);
	});
});

describe("a result that cannot be printed", () => {
	const list = (to: string) =>
		spawnSync(
			"sh",
			["-c", `"$0" "$1" workspaces list ${to}`, process.execPath, MAIN],
			{
				env: { PATH: process.env.PATH, DATABASE_URL: database.url },
				encoding: "utf8",
			},
		);

	it("is ignored when the reader has exited", () => {
		expect(list("| true").stderr).toBe("");
	});

	it.runIf(existsSync("/dev/full"))(
		"is reported in one line on a full disk",
		() =>
			expect(list("> /dev/full")).toMatchObject({
				status: 1,
				stderr:
					"The command succeeded, but its result cannot be printed: ENOSPC: no space left on device, write.\n",
			}),
	);
});

describe("usage", () => {
	it.each([
		[["workspaces", "create"], "required option '--name <name>' not specified"],
		[["keys", "revoke"], "missing required argument 'key'"],
		[["keys", "list", "--jsn"], "unknown option '--jsn'"],
		[["tickets"], "unknown command 'tickets'"],
	])("is explained with exit code 2 for %j", async (args, sentence) => {
		expect(await cli.run(...args)).toMatchObject({
			code: 2,
			out: "",
			err: expect.stringContaining(sentence),
		});
	});

	it.each([
		[
			["--help"],
			[
				"workspaces",
				"agents",
				"groups",
				"attributes",
				"keys",
				"Examples:",
				"DATABASE_URL",
			],
		],
		[
			["keys", "create", "--help"],
			[
				"--owner",
				"--plan",
				"starter, growth, scale",
				"--expires-at",
				"--per-day",
				"--json",
			],
		],
	])("is shown by %j", async (args, words) => {
		const { code, out } = await cli.run(...args);
		expect(code).toBe(0);
		for (const word of words) expect(out).toContain(word);
	});
});
