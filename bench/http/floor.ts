import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
	type PostgresProcess,
	startPostgresProcess,
} from "@supportdesk/cluster/postgres-process.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import pg from "pg";
import type { Contender } from "./measure.ts";

const WORKSPACE = "wsp_floor";
const YEAR = "365 days";

/** The floor: one process of bare Express and `pg`, on a PostgreSQL of its own with as many tickets. */
export async function startFloor(
	folder: string,
	ticketCount: number,
): Promise<Contender> {
	const postgres = await startPostgresProcess(join(folder, "floor"), true);
	const ticketIds = await fill(postgres, ticketCount);
	const port = await freePort();
	const server = spawn(
		process.execPath,
		[join(import.meta.dirname, "floor-server.ts")],
		{
			env: { DATABASE_URL: postgres.url(), PORT: String(port) },
			stdio: "inherit",
		},
	);
	const url = `http://127.0.0.1:${port}`;
	while (!(await isReachable(url))) await sleep(50);
	return {
		name: "floor",
		url,
		customers: [
			{
				headers: { workspace: WORKSPACE },
				targets: { ticketIds, ticketsPath: "/tickets" },
			},
		],
		processes: [
			{ name: "express", pid: server.pid! },
			{ name: "postgres", pid: postgres.pid() },
		],
		async stop() {
			server.kill();
			await once(server, "exit");
			await postgres.stop();
		},
	};
}

async function fill(
	postgres: PostgresProcess,
	ticketCount: number,
): Promise<string[]> {
	const client = new pg.Client(postgres.url());
	await client.connect();
	await client.query(
		readFileSync(join(import.meta.dirname, "floor-schema.sql"), "utf8"),
	);
	await client.query(
		`insert into floor.contacts
		 select $1, 'cnt_' || n, 'Customer ' || n, 'customer' || n || '@example.com' from generate_series(0, $2 / 4) n`,
		[WORKSPACE, ticketCount],
	);
	await client.query(
		`insert into floor.tickets (workspace_id, id, subject, status, contact_id, tags, created_at, updated_at)
		 select $1, 'tkt_' || lpad(n::text, 26, '0'), 'My order ' || n || ' has not arrived',
		        case when random() < 0.07 then 'open' when random() < 0.03 then 'pending' else 'resolved' end,
		        'cnt_' || n % ($2 / 4), array['billing'],
		        now() - interval '${YEAR}' * (1 - n::float / $2), now()
		   from generate_series(1, $2) n`,
		[WORKSPACE, ticketCount],
	);
	await client.query("vacuum analyze");
	await client.query("checkpoint");
	const { rows } = await client.query<{ id: string }>(
		"select id from floor.tickets order by random() limit 5000",
	);
	await client.end();
	return rows.map(({ id }) => id);
}

async function isReachable(url: string): Promise<boolean> {
	return fetch(url).then(
		() => true,
		() => false,
	);
}
