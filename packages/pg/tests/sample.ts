import { fileURLToPath } from "node:url";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { createPool, type Pool } from "../src/connection/pool.ts";
import { migrate } from "../src/migrate/migrate.ts";
import { type Row, rowType, text } from "../src/statement/row-type.ts";
import type { Query, Statement } from "../src/statement/statement.ts";

export const log = createLogger({ name: "test", level: "silent" });
export const SAMPLE_DIR = fileURLToPath(new URL("migrations", import.meta.url));

/** A database with the sample schema, and pools that work in it as a service would. */
export interface Sample {
	readonly url: string;
	pool(sizeMax?: number): Pool;
	drop(): Promise<void>;
}

export async function createSample(): Promise<Sample> {
	const database = await createTestDatabase([SAMPLE_DIR], (url) =>
		migrate(
			{ url, dir: SAMPLE_DIR, schema: "sample", queues: ["sample_jobs"] },
			log,
		),
	);
	const pools: Pool[] = [];
	return {
		url: database.url,
		pool(sizeMax = 4) {
			const pool = samplePool(database.url, sizeMax);
			pools.push(pool);
			return pool;
		},
		async drop() {
			await Promise.all(pools.map((pool) => pool.end()));
			await database.drop();
		},
	};
}

export function samplePool(url: string, sizeMax: number): Pool {
	const config = { url, sizeMax, role: "supportdesk_sample", schema: "sample" };
	return createPool(config, log);
}

export function insertNote(
	workspaceId: string,
	id: string,
	body = "hello",
): Statement {
	return {
		name: "insert_note",
		text: "insert into notes (workspace_id, id, body) values ($1, $2, $3)",
		values: [workspaceId, id, body],
	};
}

const NOTE = rowType({ workspace_id: text, id: text });
export type NoteRow = Row<typeof NOTE.columns>;

/** What `explain` returns. */
export const PLAN = rowType({ "QUERY PLAN": text }, (row) => row["QUERY PLAN"]);

/** Without a workspace in its predicate: only row-level security keeps the others' rows out. */
export const LIST_NOTES: Query<NoteRow> = {
	name: "list_notes",
	text: "select workspace_id, id from notes order by id",
	row: NOTE,
};
