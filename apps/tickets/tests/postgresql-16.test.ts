import { migrate } from "@supportdesk/pg/migrate.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { migration } from "../src/migration.ts";
import { log } from "./transport.ts";

it("searches where PostgreSQL lacks the collation that version 17 brought", async () => {
	const database = await createTestDatabase([], async () => {});
	const client = new pg.Client(database.url);
	await client.connect();
	try {
		await client.query(
			"alter collation pg_catalog.pg_c_utf8 rename to unavailable",
		);
		await migrate(migration(database.url), log);
		const { rows } = await client.query(
			"select tickets.search_text('Größe ÉTÉ, ŽLUŤOUČKÝ?') as words",
		);
		expect(rows).toEqual([{ words: "größe été  žluťoučký " }]);
	} finally {
		await client.end();
		await database.drop();
	}
});
