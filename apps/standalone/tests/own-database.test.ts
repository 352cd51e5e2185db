import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../src/config.ts";
import { openDataFolder } from "../src/data-folder.ts";
import { start } from "../src/start.ts";

it("says in a sentence that a login may not make what the product needs", async () => {
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
	const log = createLogger({ name: "test", level: "silent" });
	await expect(start(config, openDataFolder(dataDir), log)).rejects.toThrow(
		/^The login of DATABASE_URL may not make .*permission denied.*create roles\.$/,
	);
});
