import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { describeExemptLogin } from "@supportdesk/pg/guard.ts";
import { ensureServiceRole } from "@supportdesk/pg/service-role.ts";
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
import { migrateAll, SCHEMAS } from "../src/migrations.ts";
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
		// Which of its rights it lacks first depends on whether another database of the server has made the roles.
		/^(The login of DATABASE_URL may not create .*permission denied.*create roles\.|Another login .* has created .*)$/,
	);
});

it("reports in a sentence that the roles are another login's, and migrates once they are granted", async () => {
	const database = await createTestDatabase([], async () => {});
	const login = `owner_${randomBytes(6).toString("hex")}`;
	const admin = new pg.Client(database.url);
	await admin.connect();
	const dataDir = makeTempFolder("own");
	onTestFinished(async () => {
		await admin.query(`reassign owned by ${login} to current_user`);
		await admin.query(`drop owned by ${login}`);
		await admin.query(`drop role ${login}`);
		await admin.end();
		await database.drop();
		removeFolder(dataDir);
	});
	for (const schema of SCHEMAS) await ensureServiceRole(admin, schema);
	await admin.query(`create role ${login} login createrole password 'own'`);
	const { pathname } = new URL(database.url);
	await admin.query(`alter database ${pathname.slice(1)} owner to ${login}`);
	const url = new URL(database.url);
	url.username = login;
	url.password = "own";

	const config = loadConfig({ DATABASE_URL: url.href, PORT: "0" });
	const refused = start(config, openDataFolder(dataDir), log);
	const { message } = await refused.then(
		() => new Error("it started"),
		(err: Error) => err,
	);
	const [grant] = /grant supportdesk_gateway, .*;$/.exec(message) ?? [message];
	await admin.query(grant!);
	await migrateAll(url.href, log);
}, 60_000);

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
