import { createLogger } from "@supportdesk/logger/logger.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { migrateAll } from "../src/migrations.ts";

/** The tables that row-level security does not protect. Every other table holds rows of workspaces. */
const NOT_OF_ONE_WORKSPACE: Readonly<Record<string, string>> = {
	"events.migrations": "which migrations the schema has",
	"events.workspaces": "the list of all workspaces",
	"gateway.migrations": "which migrations the schema has",
	"gateway.workspaces": "the list of all workspaces",
	"knowledge.migrations": "which migrations the schema has",
	"knowledge.workspaces": "the list of all workspaces",
	"tickets.answered_tickets_read":
		"the position in the list of answered tickets, which is read for all workspaces",
	"tickets.migrations": "which migrations the schema has",
	"tickets.ticket_search_backfill":
		"which workspaces are not in the search yet",
	"tickets.workspaces": "the list of all workspaces",
	// A worker takes the jobs of all workspaces; their payloads contain ids. Only the service's own role may read them.
	...queue("knowledge_jobs"),
	...queue("tickets_jobs"),
	...queue("tickets_mail_jobs"),
};

function queue(schema: string): Record<string, string> {
	const tables = [
		...["_private_job_queues", "_private_jobs", "_private_known_crontabs"],
		...["_private_tasks", "migrations"],
	];
	return Object.fromEntries(
		tables.map((table) => [`${schema}.${table}`, "the queue of one service"]),
	);
}

interface Table {
	readonly name: string;
	readonly is_protected: boolean;
	readonly reason: string | null;
	readonly readers: string;
}

async function tables(): Promise<Table[]> {
	const database = await createTestDatabase([], async () => {});
	onTestFinished(database.drop);
	const log = createLogger({ name: "test", level: "silent" });
	await migrateAll(database.url, log);
	const client = new pg.Client(database.url);
	await client.connect();
	try {
		const { rows } = await client.query<Table>(
			`select nspname || '.' || relname as name,
			        relrowsecurity and relforcerowsecurity
			          and exists (select from pg_policy where polrelid = c.oid) as is_protected,
			        substring(obj_description(c.oid, 'pg_class') from '^Not of one workspace: (.*)') as reason,
			        array_to_string(array(
			          select rolname::text
			            from pg_roles
			           where not rolsuper
			             and starts_with(rolname, 'supportdesk_')
			             and has_table_privilege(rolname, c.oid, 'select')
			           order by 1), ' ') as readers
			   from pg_class c
			   join pg_namespace n on n.oid = relnamespace
			  where relkind in ('r', 'p', 'm', 'f')
			    and nspname !~ '^(pg_|information_schema$)'
			  order by 1`,
		);
		return rows;
	} finally {
		await client.end();
	}
}

it("forces row-level security on every table of every schema, except those listed here with a reason", async () => {
	const all = await tables();
	expect(all.length).toBeGreaterThan(35);
	const unprotected = all.filter(({ is_protected }) => !is_protected);
	expect(unprotected.map(({ name }) => name)).toEqual(
		Object.keys(NOT_OF_ONE_WORKSPACE).sort(),
	);
	for (const { name, reason } of unprotected) {
		if (!name.includes("_jobs."))
			expect([name, reason]).toEqual([name, NOT_OF_ONE_WORKSPACE[name]]);
	}
});

it("lets no service read another's tables", async () => {
	for (const { name, readers } of await tables()) {
		const service = name.split(/(?:_mail)?_jobs\.|\./)[0];
		expect([name, readers]).toEqual([
			name,
			expect.stringMatching(`^(supportdesk_${service})?$`),
		]);
	}
});
