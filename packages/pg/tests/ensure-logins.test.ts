import { createLogger } from "@supportdesk/logger/logger.ts";
import { startPostgres } from "@supportdesk/pg-server/start-postgres.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPool } from "../src/connection/pool.ts";
import { ensureLogins } from "../src/migrate/ensure-logins.ts";
import { assertTenantsAreIsolated } from "../src/migrate/guard.ts";
import { migrate } from "../src/migrate/migrate.ts";
import { read } from "../src/transaction/transaction.ts";
import { LIST_NOTES, log, SAMPLE_DIR } from "./sample.ts";

// Logins belong to the whole server, so it is one of our own.
const folder = makeTempFolder("logins");
const server = await startPostgres({ dataDir: folder, durable: false });
const url = new URL(server.url);
url.pathname = "/desk";
const admin = new pg.Client(url.href);

beforeAll(async () => {
	const maker = new pg.Client(server.url);
	await maker.connect();
	await maker.query("create database desk");
	await maker.end();
	await admin.connect();
	// As an earlier version did it: everything belongs to the superuser.
	await migrateSample(url.href);
	await admin.query(`
		insert into sample.notes (workspace_id, id, body) values ('wsp_a', '1', 'x'), ('wsp_b', '2', 'y');
		create function sample.noted() returns int language sql as 'select 1'`);
});
afterAll(async () => {
	await admin.end();
	await server.stop();
	removeFolder(folder);
});

const migrateSample = (address: string, dir = SAMPLE_DIR) =>
	migrate(
		{ url: address, dir, schema: "sample", queues: ["sample_jobs"] },
		log,
	);

const logins = (passwords: { owner: string; services: string }) =>
	ensureLogins(url.href, ["sample"], passwords);

it("gives an installation of a superuser a login for the services that row-level security binds", async () => {
	const { servicesUrl } = await logins({ owner: "o", services: "s" });
	const lines: string[] = [];
	const listening = createLogger({
		name: "test",
		level: "info",
		destination: { write: (line: string) => void lines.push(line) },
	});
	const pool = createPool(
		{
			url: servicesUrl,
			role: "supportdesk_sample",
			schema: "sample",
			sizeMax: 1,
		},
		listening,
	);
	await assertTenantsAreIsolated(pool, "sample", listening);
	expect(lines).toEqual([]);
	expect(await read(pool, "wsp_a", LIST_NOTES)).toEqual([
		{ workspace_id: "wsp_a", id: "1" },
	]);
	await expect(
		pool.query("set role none; select * from sample.notes"),
	).rejects.toThrow("permission denied");
	await pool.end();
});

it("hands everything of the schema to the owner, who can migrate from there", async () => {
	const { ownerUrl } = await logins({ owner: "o", services: "s" });
	const { rows } = await admin.query(`
		select distinct pg_get_userbyid(owner) as owner
		  from (select relowner as owner from pg_class where relnamespace = 'sample'::regnamespace and relkind in ('r', 'S')
		        union all select proowner from pg_proc where pronamespace = 'sample'::regnamespace
		        union all select nspowner from pg_namespace where nspname = 'sample'
		        union all select datdba from pg_database where datname = current_database()) owned`);
	expect(rows).toEqual([{ owner: "supportdesk_owner" }]);
	await migrateSample(ownerUrl);
	const owner = new pg.Client(ownerUrl);
	await owner.connect();
	await owner.query("alter table sample.notes add column more text");
	await expect(owner.query("create role boss superuser")).rejects.toThrow();
	await owner.end();
});

it("sets the passwords again when they change", async () => {
	const earlier = await logins({ owner: "o", services: "s" });
	const later = await logins({ owner: "o2", services: "p:w/d@" });
	const connects = async (address: string) => {
		const client = new pg.Client(address);
		await client.connect();
		await client.end();
	};
	await expect(connects(earlier.servicesUrl)).rejects.toThrow("password");
	await expect(connects(earlier.ownerUrl)).rejects.toThrow("password");
	await connects(later.servicesUrl);
	await connects(later.ownerUrl);
});
