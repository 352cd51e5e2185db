import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Pool } from "../src/connection/pool.ts";
import { startJobs } from "../src/jobs/run-jobs.ts";
import { migrate } from "../src/migrate/migrate.ts";
import { inTransaction, read } from "../src/transaction/transaction.ts";
import { sampleJobs } from "./queue.ts";
import {
	type RestartableServer,
	startRestartableServer,
} from "./restartable-server.ts";
import {
	insertNote,
	LIST_NOTES,
	log,
	SAMPLE_DIR,
	samplePool,
} from "./sample.ts";

const DOWN_MS = 1_000;
const RECOVERY_MS = 5_000; // P6

let server: RestartableServer;
let pool: Pool;

beforeAll(async () => {
	server = await startRestartableServer();
	await migrate(
		{
			url: server.url,
			dir: SAMPLE_DIR,
			schema: "sample",
			queues: ["sample_jobs"],
		},
		log,
	);
	pool = samplePool(server.url, 10);
});
afterAll(async () => {
	await pool.end();
	await server.stop();
});

/** Clients that write without pause, and what each write was answered. */
function startLoad(prefix: string) {
	const acknowledged: string[] = [];
	const failures: unknown[] = [];
	let acknowledgedAt = 0;
	let running = true;
	const client = async (name: number) => {
		for (let n = 0; running; n += 1) {
			const id = `${prefix}-${name}-${n}`;
			try {
				await inTransaction(pool, "wsp_1", async (tx) => {
					await tx.query(insertNote("wsp_1", id));
					await tx.query(LIST_ONE);
				});
				acknowledged.push(id);
				acknowledgedAt = performance.now();
			} catch (err) {
				failures.push(err);
				await sleep(20); // a client does not retry in a busy loop
			}
		}
	};
	const clients = Promise.all(
		Array.from({ length: 20 }, (_, name) => client(name)),
	);
	return {
		acknowledged,
		failures,
		acknowledgedAt: () => acknowledgedAt,
		async stop() {
			running = false;
			await clients;
		},
	};
}
const LIST_ONE = {
	...LIST_NOTES,
	name: "list_one",
	text: `${LIST_NOTES.text} limit 1`,
};

it("lives through a restart under load with nothing but service_unavailable, and recovers within five seconds", async () => {
	const load = startLoad("restart");
	await expect.poll(() => load.acknowledged.length).toBeGreaterThan(100);
	await server.down();
	await sleep(DOWN_MS);
	await server.up();
	const upAt = performance.now();
	await expect
		.poll(load.acknowledgedAt, { timeout: RECOVERY_MS })
		.toBeGreaterThan(upAt);
	await load.stop();

	expect(load.failures.length).toBeGreaterThan(0);
	for (const failure of load.failures) {
		expect(failure).toBeInstanceOf(AppError);
		expect(failure).toMatchObject({
			type: "service_unavailable",
			retryAfterSeconds: 2,
		});
	}
	const rows = await read(pool, "wsp_1", LIST_NOTES);
	expect(new Set(rows.map(({ id }) => id))).toEqual(
		expect.objectContaining({ size: rows.length }),
	);
	const stored = new Set(rows.map(({ id }) => id));
	expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

const startNoteJobs = (
	note: (payload: unknown) => Promise<void>,
	crontab = "",
) =>
	startJobs(
		{
			url: server.url,
			role: "supportdesk_sample",
			queue: sampleJobs,
			concurrency: 2,
		},
		{ note },
		crontab,
		log,
	);

const queue = (...numbers: number[]) =>
	inTransaction(pool, "wsp_1", async (tx) => {
		for (const n of numbers)
			tx.defer(sampleJobs.add({ task: "note", payload: { n } }));
	});

it("continues with the jobs after a restart", async () => {
	const done: unknown[] = [];
	const jobs = await startNoteJobs(async (payload) => {
		done.push(payload);
	}, "* * * * * note ?id=tick {}");
	await queue(1);
	await expect.poll(() => done).toContainEqual({ n: 1 });
	await server.down();
	await sleep(DOWN_MS);
	await server.up();
	await queue(2);
	await expect.poll(() => done, { timeout: 10_000 }).toContainEqual({ n: 2 });
	await jobs.stop();
});

it("stops workers while the database is away, with jobs in hand that none has begun", async () => {
	let begun = 0;
	const release = Promise.withResolvers<void>();
	const jobs = await startNoteJobs(() => {
		begun += 1;
		return release.promise;
	});
	await queue(1);
	await expect.poll(() => begun).toBe(1);
	await queue(2, 3); // taken together, by one free worker
	await expect.poll(() => begun).toBe(2);
	await server.down();
	const stopped = jobs.stop();
	release.resolve();
	await stopped;
	await server.up();
});
