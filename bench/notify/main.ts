// Measures the cost of a notification for its transaction. PostgreSQL serialises the commits of notifying transactions,
// each with its own flush to disk.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startPostgresProcess } from "@supportdesk/cluster/postgres-process.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";

const values = readCommandLine("bench:notify -- [--seconds 5] [--clients 16]", {
	seconds: { type: "string", default: "5" },
	clients: { type: "string", default: "16" },
});
const folder = makeTempFolder("notify");
const postgres = await startPostgresProcess(join(folder, "postgres"), true);
const pool = new pg.Pool({
	connectionString: postgres.url(),
	max: Number(values.clients),
});
// The server may stop before the pool's connections are closed on both sides.
pool.on("error", (err) => {
	if (!pool.ending) throw err;
});
await pool.query(
	"create table jobs (id bigint generated always as identity primary key, payload json not null)",
);

console.log(`| transaction, ${values.clients} clients | per second |`);
console.log("|---|---|");
for (const [name, text] of [
	["insert a job", `insert into jobs (payload) values ('{}')`],
	[
		"insert a job and notify",
		`with job as (insert into jobs (payload) values ('{}')) select pg_notify('jobs', '')`,
	],
] as const) {
	console.log(`| ${name} | ${(await perSecond(name, text)).toFixed(0)} |`);
}
await pool.end();
await postgres.stop();
await rm(folder, { recursive: true });

async function perSecond(name: string, text: string): Promise<number> {
	const durationMs = Number(values.seconds) * 1_000;
	const end = performance.now() + durationMs;
	let done = 0;
	const client = async () => {
		while (performance.now() < end) {
			await pool.query({ name, text });
			done += 1;
		}
	};
	await Promise.all(Array.from({ length: Number(values.clients) }, client));
	return (done * 1_000) / durationMs;
}
