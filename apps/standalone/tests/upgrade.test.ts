import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { migration as events } from "@supportdesk/events/migration.ts";
import { migration as gateway } from "@supportdesk/gateway/migration.ts";
import { migration as knowledge } from "@supportdesk/knowledge/migration.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { describeSchema } from "@supportdesk/pg/describe-schema.ts";
import { type Migration, migrate } from "@supportdesk/pg/migrate.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { migration as tickets } from "@supportdesk/tickets/migration.ts";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { composeProduct } from "../src/compose.ts";

const log = createLogger({ name: "test", level: "silent" });
const SECRET = "s".repeat(32);

const SCHEMAS = [gateway, tickets, knowledge, events];
/** Every version of every schema, including the newest: a restart is an upgrade to the same version. */
const VERSIONS = SCHEMAS.flatMap((migration) => {
	const { schema, dir } = migration("");
	return filesIn(dir).map((_, i) => [schema, i + 1, migration] as const);
});

it.each(VERSIONS)(
	"migrates %s from version %i to the newest with its data, and tolerates an older migrator afterwards",
	async (schema, version, migration) => {
		const database = await createTestDatabase([], async () => {});
		onTestFinished(database.drop);
		const newest = migration(database.url);
		const older = asOf(newest, version);
		await migrate(older, log);
		await addWorkspace(database.url, schema);

		await migrate(newest, log);
		const expected = readFileSync(join(newest.dir, "schema.sql"), "utf8");
		expect(await describeSchema(database.url, schema)).toBe(expected);
		expect(await workspaces(database.url, schema)).toEqual(["wsp_1"]);

		// A pod of the previous version may start during the rollout or after a rollback.
		await migrate(older, log);
		expect(await describeSchema(database.url, schema)).toBe(expected);
	},
);

it.each([tickets, knowledge])(
	"does not start before its schemas are migrated, and starts after a later run of an older migrator",
	async (migration) => {
		const database = await createTestDatabase([], async () => {});
		onTestFinished(database.drop);
		const newest = migration(database.url);
		const older = asOf(newest, filesIn(newest.dir).length - 1);
		for (const each of SCHEMAS)
			await migrate(each === migration ? older : each(database.url), log);

		await expect(start(database.url)).rejects.toThrow(
			new RegExp(`^The schema ${newest.schema} is not migrated to \\d{4}_`),
		);
		await migrate(newest, log);
		await migrate(older, log);
		await start(database.url);
	},
);

/** Starts and stops the product. */
async function start(url: string): Promise<void> {
	const product = await composeProduct(
		{
			...{ DATABASE_URL: url, PORT: "0", DRAIN_DELAY_MS: "0" },
			...{ INTERNAL_SECRET: SECRET, CURSOR_SECRET: SECRET },
			SECRETS_KEY: SECRET,
			SUPPORTDESK_MODELS_FETCH: "false",
		},
		"process",
		createProcessMetrics(),
		log,
	);
	await product.stop();
}

/** The migration up to that version. */
function asOf(newest: Migration, version: number): Migration {
	const dir = makeTempFolder("upgrade");
	onTestFinished(() => rmSync(dir, { recursive: true }));
	for (const file of filesIn(newest.dir).slice(0, version))
		cpSync(join(newest.dir, file), join(dir, file));
	return { ...newest, dir };
}

function filesIn(dir: string): string[] {
	return readdirSync(dir)
		.filter((name) => /^\d+_.*\.sql$/.test(name))
		.sort();
}

const addWorkspace = (url: string, schema: string) =>
	query(
		url,
		schema === "gateway"
			? "insert into gateway.workspaces (id, name, created_at) values ('wsp_1', 'One', now())"
			: `insert into ${schema}.workspaces (id) values ('wsp_1')`,
	);

async function workspaces(url: string, schema: string): Promise<string[]> {
	const rows = await query(url, `select id from ${schema}.workspaces`);
	return rows.map(({ id }) => id);
}

async function query(url: string, sql: string): Promise<{ id: string }[]> {
	const client = new pg.Client(url);
	await client.connect();
	try {
		return (await client.query(sql)).rows;
	} finally {
		await client.end();
	}
}
