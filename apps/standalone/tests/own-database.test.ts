import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { describeExemptLogin } from "@supportdesk/pg/guard.ts";
import {
	createTestDatabase,
	servicesAddress,
} from "@supportdesk/testkit/database.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../src/config.ts";
import { openDataFolder } from "../src/data-folder.ts";
import { openDatabase } from "../src/open-database.ts";
import { start } from "../src/start.ts";

const log = createLogger({ name: "test", level: "silent" });

it("reports in a sentence that a login lacks the required rights", async () => {
	const database = await createTestDatabase([], async () => {});
	const login = `own_${randomBytes(6).toString("hex")}`;
	const admin = new pg.Client(database.url);
	await admin.connect();
	onTestFinished(async () => {
		await admin.query(`drop role ${login}`);
		await admin.end();
		await database.drop();
	});
	await admin.query(`create role ${login} login password 'own'`);
	const url = new URL(database.url);
	url.username = login;
	url.password = "own";
	const dataDir = makeTempFolder("own");
	onTestFinished(() => rmSync(dataDir, { recursive: true }));

	const config = loadConfig({ DATABASE_URL: url.href, PORT: "0" });
	await expect(start(config, openDataFolder(dataDir), log)).rejects.toThrow(
		/^The login of DATABASE_URL may not create .*permission denied.*create roles\.$/,
	);
});

it("warns of a login that bypasses row-level security", async () => {
	const superuser = await openDatabase(process.env.DATABASE_URL, "", log);
	expect(superuser.warning).toContain("can bypass row-level security");
	const bound = await openDatabase(
		servicesAddress(process.env.DATABASE_URL!),
		"",
		log,
	);
	expect(bound.warning).toBeUndefined();
});

it("lets the services log in without the superuser's rights, on its own data folder", async () => {
	const dataDir = makeTempFolder("own");
	const database = await openDatabase(
		undefined,
		join(dataDir, "postgres"),
		log,
	);
	onTestFinished(async () => {
		await database.close();
		removeFolder(dataDir);
	});
	for (const url of [database.ownerUrl, database.servicesUrl]) {
		const client = new pg.Client(url);
		await client.connect();
		expect(await describeExemptLogin(client)).toBeUndefined();
		await client.end();
	}
});
