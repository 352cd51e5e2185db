import { createLogger } from "@supportdesk/logger/logger.ts";
import type { Task } from "graphile-worker";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createJobPool } from "../src/jobs/job-pool.ts";
import { createJobQueue } from "../src/jobs/job-queue.ts";
import type { JobRunner } from "../src/jobs/run-jobs.ts";
import { inTransaction } from "../src/transaction/transaction.ts";
import {
	createQueue,
	JOBS,
	type Queue,
	sampleJobs,
	startRunner,
} from "./queue.ts";

let queue: Queue;
let runner: JobRunner | undefined;
beforeAll(async () => {
	queue = await createQueue();
});
afterEach(async () => {
	await runner?.stop();
	runner = undefined;
	await queue.admin.query(`truncate ${JOBS}._private_jobs`);
});
afterAll(() => queue.stop());

const start = async (tasks: Parameters<typeof startRunner>[1]) => {
	runner = await startRunner(queue.sample.url, tasks);
};
const isEmpty = () => expect.poll(queue.list).toEqual([]);

it("runs what a committed transaction queued, with its payload, within two seconds", async () => {
	const ran = Promise.withResolvers<unknown>();
	await start({ work: ran.resolve });
	const queuedAt = performance.now();
	await queue.add({ task: "work", payload: { n: 1, text: "ünï\"'" } });
	expect(await ran.promise).toEqual({ n: 1, text: "ünï\"'" });
	expect(performance.now() - queuedAt).toBeLessThan(2_000);
	await isEmpty();
});

it("removes jobs that end together by one statement, and reports its failure to each", async () => {
	await queue.add(
		{ task: "work", payload: {} },
		{ task: "work", payload: {} },
		{ task: "work", payload: {} },
	);
	const { rows } = await queue.admin.query<{ id: string }>(
		`select id from ${JOBS}._private_jobs order by id`,
	);
	const pool = createJobPool({ connectionString: queue.sample.url, max: 2 });
	const clients = await Promise.all([pool.connect(), pool.connect()]);
	const remove = (ids: readonly string[]) =>
		Promise.allSettled(
			ids.map((id, i) =>
				clients[i]!.query({
					name: `complete_job/${JOBS}`,
					text: `delete from ${JOBS}._private_jobs as jobs where id = $1::bigint`,
					values: [id],
				}),
			),
		);
	const [first, second, third] = rows.map(({ id }) => id);
	expect(await remove([first!, second!])).toMatchObject([
		{ status: "fulfilled", value: { rowCount: 2 } },
		{ status: "fulfilled", value: { rowCount: 2 } },
	]);
	expect(await remove([third!, "no number"])).toMatchObject([
		{ status: "rejected" },
		{ status: "rejected" },
	]);
	expect(await queue.list()).toHaveLength(1);
	for (const client of clients) client.release();
	await pool.end();
});

it("logs of a failed job which one it is and why", async () => {
	const lines: string[] = [];
	const destination = { write: (line: string) => lines.push(line) };
	runner = await startRunner(
		queue.sample.url,
		{
			work: () => {
				throw new Error("no room");
			},
		},
		undefined,
		createLogger({ name: "test", level: "info", destination }),
	);
	await queue.add({ task: "work", payload: { n: 1 } });
	await expect.poll(() => lines).toHaveLength(1);
	expect(JSON.parse(lines[0]!)).toMatchObject({
		msg: "job failed",
		task: "work",
		payload: { n: 1 },
		attempts: 1,
		err: { message: "no room" },
	});
});

it("takes only the names and payloads of the queue's jobs", () => {
	const mails = createJobQueue<{ mail: { to: string } }>(JOBS);
	expect(mails.expression("mail", { to: "ann" })).toMatchObject({
		payload: '{"to":"ann"}',
	});
	// @ts-expect-error: there is no such job
	mails.expression("male", { to: "ann" });
	// @ts-expect-error: the payload is of another job
	mails.expression("mail", { from: "ann" });
});

it("queues nothing for a transaction that is rolled back", async () => {
	const failing = inTransaction(queue.sample.pool(), "wsp_1", async (tx) => {
		await tx.query(sampleJobs.add({ task: "work", payload: {} }));
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow();
	expect(await queue.list()).toEqual([]);
});

it("queues tasks that were never queued before, and many of them at once", async () => {
	const tasks = Array.from({ length: 20 }, (_, n) => ({
		task: `new_${n % 2}`,
		payload: { n },
	}));
	await Promise.all(tasks.map((job) => queue.add(job)));
	const queued = (await queue.list()).map(({ payload }) => payload.n as number);
	expect(queued.sort((a, b) => a - b)).toEqual(
		tasks.map(({ payload }) => payload.n),
	);
});

// PostgreSQL lets transactions that notify commit only one after the other.
it("queues a job without a notification", async () => {
	await queue.add({ task: "work", payload: {} }); // the task is known from now on
	const listener = new pg.Client(queue.sample.url);
	await listener.connect();
	const heard: string[] = [];
	listener.on("notification", ({ payload }) => heard.push(payload ?? ""));
	await listener.query(`listen "jobs:insert"`);
	await queue.add({ task: "work", payload: {} });
	// A notification of our own comes after any of the job's.
	await queue.admin.query(`select pg_notify('jobs:insert', 'ours')`);
	await expect.poll(() => heard).toEqual(["ours"]);
	await listener.end();
});

it("works as its role, also on an address that has settings of its own", async () => {
	const url = new URL(queue.sample.url);
	url.searchParams.set("options", "-c work_mem=8MB");
	const ran = Promise.withResolvers<unknown>();
	const work: Task = async (_payload, { query }) => {
		const { rows } = await query(
			"select current_user as role, current_setting('work_mem') as mem",
		);
		ran.resolve(rows);
	};
	runner = await startRunner(url.href, { work });
	await queue.add({ task: "work", payload: {} });
	expect(await ran.promise).toEqual([
		{ role: "supportdesk_sample", mem: "8MB" },
	]);
});

it("lets a job take the place of a waiting one with the same key", async () => {
	const runAt = new Date(Date.now() + 60_000);
	const jobKey = "one";
	await queue.add({ task: "work", payload: { n: 1 }, jobKey, runAt });
	await queue.add({ task: "work", payload: { n: 2 }, jobKey, runAt });
	const [job, ...more] = await queue.list();
	expect(more).toEqual([]);
	expect(job).toMatchObject({ payload: { n: 2 }, run_at: runAt });
});

it("lets a running job queue its own next run, under its own key", async () => {
	const seen: unknown[] = [];
	const runAt = new Date(Date.now() + 60_000);
	const again = { task: "work", payload: { n: 2 }, jobKey: "self", runAt };
	await start({
		work: async (payload) => {
			seen.push(payload);
			if (seen.length === 1) await queue.add(again);
		},
	});
	await queue.add({ task: "work", payload: { n: 1 }, jobKey: "self" });
	await expect
		.poll(async () => (await queue.list()).map(({ payload }) => payload))
		.toEqual([{ n: 2 }]);
	await queue.hurry();
	await isEmpty();
	expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
});

it("runs what has waited longer after what has come since, if that is said to be more pressing", async () => {
	for (const n of [1, 2])
		await queue.add({ task: "work", payload: { n }, priority: 1 });
	await queue.add({ task: "work", payload: { n: 3 } });
	const seen: unknown[] = [];
	await start({
		work: async (payload) => void seen.push(payload),
	});
	await expect.poll(() => seen).toEqual([{ n: 3 }, { n: 1 }, { n: 2 }]);
});

it("waits for the time of a job", async () => {
	const ran: unknown[] = [];
	await start({ work: async (payload) => void ran.push(payload) });
	const runAt = new Date(Date.now() + 60_000);
	await queue.add({ task: "work", payload: { late: true }, runAt });
	await queue.add({ task: "work", payload: { late: false } });
	await expect.poll(() => ran).toEqual([{ late: false }]);
	await queue.hurry();
	await expect.poll(() => ran).toEqual([{ late: false }, { late: true }]);
});

it("tries a job that throws again, later and later", async () => {
	let failures = 0;
	await start({
		work: async () => {
			if (failures === 2) return;
			failures += 1;
			throw new Error(`failure ${failures}`);
		},
	});
	const waitsMs: number[] = [];
	await queue.add({ task: "work", payload: {} });
	for (const attempts of [1, 2]) {
		await expect
			.poll(async () => (await queue.list())[0])
			.toMatchObject({ attempts, locked_by: null });
		const [job] = await queue.list();
		waitsMs.push(job!.run_at.getTime() - job!.updated_at.getTime());
		await queue.hurry();
	}
	await isEmpty();
	expect(waitsMs[0]).toBeGreaterThan(1_000);
	expect(waitsMs[1]).toBeGreaterThan(2 * waitsMs[0]!);
});

it("finishes the job in hand when it is stopped, and starts no other", async () => {
	const working = Promise.withResolvers<void>();
	const finish = Promise.withResolvers<void>();
	const done: unknown[] = [];
	await start({
		work: async (payload) => {
			working.resolve();
			await finish.promise;
			done.push(payload);
		},
	});
	await queue.add({ task: "work", payload: { n: 1 } });
	await working.promise;
	await queue.add({ task: "work", payload: { n: 2 } });
	const stopped = runner!.stop();
	runner = undefined;
	finish.resolve();
	await stopped;
	expect(done).toEqual([{ n: 1 }]);
	expect(await queue.list()).toMatchObject([
		{ payload: { n: 2 }, locked_by: null, attempts: 0 },
	]);
});

// graphile-worker stores the end of a job without a listener for failures: one would end the process.
it("works on after its connections were cut while jobs were ending", async () => {
	let runs = 0;
	await start({
		work: async () => {
			runs += 1;
			if (runs % 2 === 0) throw new Error("not this time");
		},
	});
	for (let n = 0; n < 20; n += 1) {
		await queue.add({ task: "work", payload: { n } });
		await queue.admin.query(
			`select pg_terminate_backend(pid)
			   from pg_stat_activity
			  where datname = current_database()
			    and pid <> pg_backend_pid()
			    and query ilike '%_private_jobs%'`,
		);
	}
	const before = runs;
	await queue.add({ task: "work", payload: { last: true } });
	await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(before);
});

it("notes the end of a job when a full disk has room again", async () => {
	const { admin } = queue;
	let runs = 0;
	await admin.query(`
		create function full_disk() returns trigger language plpgsql as $$
		begin
			raise exception 'no space left on device' using errcode = '53100';
		end $$;
		create trigger full_disk before delete on ${JOBS}._private_jobs
			execute function full_disk()`);
	await start({
		work: async () => {
			runs += 1;
		},
	});
	await queue.add({ task: "work", payload: {} });
	await expect.poll(() => runs).toBe(1);
	await admin.query("drop function full_disk cascade");
	await expect.poll(queue.list, { timeout: 20_000 }).toEqual([]);
	expect(runs).toBe(1);
});
