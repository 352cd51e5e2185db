import { createLogger } from "@supportdesk/logger/logger.ts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createPool, type Pool } from "../src/connection/pool.ts";
import { assertTenantsAreIsolated } from "../src/migrate/guard.ts";
import {
	inTransaction,
	read,
	readAll,
	runOutsideWorkspaces,
} from "../src/transaction/transaction.ts";
import {
	createSample,
	insertNote,
	LIST_NOTES,
	log,
	type NoteRow,
	type Sample,
} from "./sample.ts";

const WORKSPACES = ["wsp_a", "wsp_b"] as const;

let sample: Sample;
let pool: Pool;
let admin: pg.Client;

beforeAll(async () => {
	sample = await createSample();
	pool = sample.pool(2);
	admin = new pg.Client(sample.url);
	await admin.connect();
});
afterAll(async () => {
	await admin.end();
	await sample.drop();
});

it("shows no foreign row in 10,000 interleaved reads and writes over two connections", async () => {
	let foreign = 0;
	let seen = 0;
	const count = (workspace: string, rows: readonly NoteRow[]) => {
		seen += rows.length;
		foreign += rows.filter((row) => row.workspace_id !== workspace).length;
	};
	const newest = {
		...LIST_NOTES,
		name: "newest",
		text: `${LIST_NOTES.text} desc limit 3`,
	};
	const step = async (n: number) => {
		const workspace = WORKSPACES[n % 2]!;
		if (n % 3 === 0) {
			await inTransaction(pool, workspace, async (tx) => {
				tx.defer(insertNote(workspace, `${n}`));
				count(workspace, (await tx.query(newest)).rows);
			});
		} else if (n % 3 === 1) {
			count(workspace, await read(pool, workspace, newest));
		} else {
			const failing = { text: "select 1 / 0" };
			const failed = readAll(pool, workspace, [newest, failing]);
			await expect(failed).rejects.toMatchObject({ type: "invalid_request" });
		}
	};
	const queue = Array.from({ length: 10_000 }, (_, n) => n).values();
	const worker = async () => {
		for (const n of queue) await step(n);
	};
	await Promise.all(Array.from({ length: 8 }, worker));

	expect(foreign).toBe(0);
	expect(seen).toBeGreaterThan(15_000); // three rows at nearly every one of 6,667 readings
	const { rows } = await admin.query(
		"select workspace_id, count(*)::int from sample.notes group by 1 order by 1",
	);
	expect(rows).toEqual([
		{ workspace_id: "wsp_a", count: 1_667 },
		{ workspace_id: "wsp_b", count: 1_667 },
	]);
});

it("shows nothing and stores nothing outside of a workspace, on a connection that was in one", async () => {
	const single = sample.pool(1);
	expect(await read(single, "wsp_a", LIST_NOTES)).not.toEqual([]);
	const [notes] = await runOutsideWorkspaces(single, [LIST_NOTES]);
	expect(notes?.rows).toEqual([]);
	for (const workspace of ["wsp_a", "wsp_b"]) {
		const inserted = runOutsideWorkspaces(single, [
			insertNote(workspace, "stray"),
		]);
		await expect(inserted).rejects.toMatchObject({ cause: { code: "42501" } });
	}
});

it("stores nothing in another workspace than the entered one, and moves nothing there", async () => {
	const denied = { code: "internal_error", cause: { code: "42501" } };
	const insert = inTransaction(pool, "wsp_a", (tx) =>
		tx.query(insertNote("wsp_b", "stray")),
	);
	await expect(insert).rejects.toMatchObject(denied);
	const move = inTransaction(pool, "wsp_a", (tx) =>
		tx.query({ text: "update notes set workspace_id = 'wsp_b'" }),
	);
	await expect(move).rejects.toMatchObject(denied);
	const remove = await inTransaction(pool, "wsp_a", (tx) =>
		tx.query({ text: "delete from notes where workspace_id = 'wsp_b'" }),
	);
	expect(remove.count).toBe(0);
});

it("accepts a database that keeps the workspaces apart", () =>
	expect(
		assertTenantsAreIsolated(pool, "sample", log),
	).resolves.toBeUndefined());

it("refuses a role that row-level security does not bind", async () => {
	const superuser = createPool(
		{ url: sample.url, sizeMax: 1, schema: "sample" },
		log,
	);
	await expect(
		assertTenantsAreIsolated(superuser, "sample", log),
	).rejects.toThrow("bypasses row-level security");
	await superuser.end();
});

it("refuses a role with bypassrls", async () => {
	const role = `bypassing_${process.pid}`; // roles are the whole server's
	await admin.query(
		`create role ${role} bypassrls; grant supportdesk_sample to ${role}`,
	);
	const bypassing = createPool(
		{ url: sample.url, role, schema: "sample", sizeMax: 1 },
		log,
	);
	await expect(
		assertTenantsAreIsolated(bypassing, "sample", log),
	).rejects.toThrow(`role ${role} bypasses`);
	await bypassing.end();
	await admin.query(`drop role ${role}`);
});

it.each([
	["has no row-level security", "create table sample.bare (workspace_id text)"],
	[
		"names the workspace in another column",
		"create table sample.bare (tenant text)",
	],
	[
		"is said to hold no workspace's rows, and names a workspace",
		`create table sample.bare (workspace text);
		 comment on table sample.bare is 'Not of one workspace: a mistake'`,
	],
	[
		"does not force it on its owner",
		`create table sample.bare (workspace_id text);
		 alter table sample.bare enable row level security;
		 create policy workspace on sample.bare using (true)`,
	],
	[
		"belongs to the role",
		`create table sample.bare (workspace_id text);
		 alter table sample.bare enable row level security;
		 alter table sample.bare force row level security;
		 create policy workspace on sample.bare using (workspace_id = '');
		 alter table sample.bare owner to supportdesk_sample`,
	],
])("refuses a schema in which a table of workspaces %s", async (_, sql) => {
	await admin.query(sql);
	await expect(assertTenantsAreIsolated(pool, "sample", log)).rejects.toThrow(
		"Row-level security is not forced on sample.bare. Run the migrations.",
	);
	await admin.query("drop table sample.bare");
});

it("accepts a table without row-level security whose comment says why", async () => {
	await admin.query(`
		create table sample.bare (id text);
		comment on table sample.bare is 'Not of one workspace: a list for all'`);
	await assertTenantsAreIsolated(pool, "sample", log);
	await admin.query("drop table sample.bare");
});

describe("a login behind the role", () => {
	const login = `login_${process.pid}`; // roles are the whole server's

	/** What a service says that starts with this login and takes its role. */
	async function startedWith(attributes: string): Promise<string> {
		await admin.query(
			`create role ${login} login password 'secret' ${attributes};
			 grant supportdesk_sample to ${login}`,
		);
		const url = new URL(sample.url);
		url.username = login;
		url.password = "secret";
		const { pool, said, log } = listeningPool(url.href);
		await assertTenantsAreIsolated(pool, "sample", log).finally(() =>
			pool.end(),
		);
		return said();
	}

	function listeningPool(url: string) {
		const lines: string[] = [];
		const log = createLogger({
			name: "test",
			level: "info",
			destination: { write: (line: string) => void lines.push(line) },
		});
		const config = { url, role: "supportdesk_sample", schema: "sample" };
		const pool = createPool({ ...config, sizeMax: 1 }, log);
		return { pool, log, said: () => lines.join("") };
	}

	afterEach(() => admin.query(`drop role if exists ${login}`));

	it("is not mentioned when row-level security binds it", async () =>
		expect(await startedWith("nosuperuser nobypassrls")).toBe(""));

	it.each(["superuser", "bypassrls"])(
		"is reported at the start when it has %s, though its role has not",
		async (attribute) =>
			expect(await startedWith(attribute)).toContain(
				`The login ${login} of DATABASE_URL can bypass row-level security, so`,
			),
	);

	it("is reported when it may become a role that row-level security does not bind", async () => {
		const group = `exempt_${process.pid}`;
		await admin.query(`create role ${group} bypassrls`);
		expect(await startedWith(`in role ${group}`)).toContain(
			`can bypass row-level security as a member of ${group}`,
		);
		await admin.query(`drop role ${login}; drop role ${group}`);
	});
});

it("refuses a schema that is not migrated", () =>
	expect(assertTenantsAreIsolated(pool, "elsewhere", log)).rejects.toThrow(
		"Run the migrations",
	));
