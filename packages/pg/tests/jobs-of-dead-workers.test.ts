import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { keepWorkersKnown } from "../src/jobs/job-workers.ts";
import type { JobRunner } from "../src/jobs/run-jobs.ts";
import { createQueue, JOBS, type Queue, startRunner } from "./queue.ts";
import { log } from "./sample.ts";

const WORKER = fileURLToPath(new URL("killed-worker.ts", import.meta.url));
const QUICK = { checkMs: 50, staleMs: 300 };

let queue: Queue;
const runners: JobRunner[] = [];
const workers: ChildProcess[] = [];
/** Lets the tasks that hang end. */
let release = Promise.withResolvers<void>();

beforeAll(async () => {
	queue = await createQueue();
});
afterEach(async () => {
	release.resolve();
	for (const worker of workers.splice(0)) worker.kill("SIGKILL");
	await Promise.all(runners.splice(0).map((runner) => runner.stop()));
	await queue.admin.query(`truncate ${JOBS}._private_jobs`);
	release = Promise.withResolvers();
});
afterAll(() => queue.stop());

/** A runner of this process, which notes what it worked on. */
async function startHere(hang = false): Promise<unknown[]> {
	const seen: unknown[] = [];
	const work = async (payload: unknown) => {
		seen.push(payload);
		if (hang) await release.promise;
	};
	runners.push(await startRunner(queue.sample.url, { work }, QUICK));
	return seen;
}

/** A process that has the queue's next job in hand. */
async function startWorker(): Promise<ChildProcess> {
	const worker = spawn(process.execPath, [WORKER, queue.sample.url], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	workers.push(worker);
	await once(worker.stdout!, "data");
	return worker;
}

/** Backends of processes that hold a lock for their workers. */
const lockers = async () => {
	const { rows } = await queue.admin.query<{ pid: number }>(
		`select distinct l.pid
		   from pg_locks l
		   join pg_database d on d.oid = l.database
		  where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
	);
	return rows.map(({ pid }) => pid);
};

const add = (n: number) => queue.add({ task: "work", payload: { n } });
const holders = async () =>
	(await queue.list()).map(({ locked_by }) => locked_by);

it("gives back what a killed worker had in hand, and leaves the living theirs", async () => {
	await add(1);
	const worker = await startWorker();
	await add(2);
	const livings = await startHere(true);
	await expect.poll(() => livings).toEqual([{ n: 2 }]);
	const [, living] = await holders();
	const others = await startHere();
	worker.kill("SIGKILL");
	await expect.poll(() => others).toEqual([{ n: 1 }]);
	await expect.poll(holders).toEqual([living]);
	release.resolve();
	await expect.poll(holders).toEqual([]);
	expect(livings).toEqual([{ n: 2 }]);
});

it("keeps nothing of a killed worker's job that another one with its key had replaced", async () => {
	const keyed = (n: number) =>
		queue.add({ task: "work", payload: { n }, jobKey: "one at a time" });
	await keyed(1);
	const worker = await startWorker();
	await keyed(2);
	// A worker takes the next job while it has one, and gives it back when it has not begun it after a second.
	await expect
		.poll(() => queue.list())
		.toMatchObject([{ attempts: 25 }, { attempts: 0, locked_by: null }]);
	const others = await startHere();
	await expect.poll(() => others).toEqual([{ n: 2 }]);
	worker.kill("SIGKILL");
	await expect.poll(() => queue.list()).toEqual([]);
	expect(others).toEqual([{ n: 2 }]);
});

it("keeps a job whose worker was killed at the last attempt, with the reason", async () => {
	await add(1);
	await queue.admin.query(
		`update ${JOBS}._private_jobs set attempts = max_attempts - 1, last_error = 'The worker died.'`,
	);
	const worker = await startWorker();
	await startHere();
	worker.kill("SIGKILL");
	await expect.poll(holders).toEqual([null]);
	expect(await queue.list()).toMatchObject([{ attempts: 25 }]);
});

it("leaves a worker its job that is alive and silent", async () => {
	await add(1);
	const worker = await startWorker();
	// A worker that stops within the moment before it has its lock is taken for dead.
	await expect.poll(lockers).toHaveLength(1);
	worker.kill("SIGSTOP");
	await add(2);
	const dead = await startWorker();
	const others = await startHere();
	dead.kill("SIGKILL");
	// When the job of the dead one has come back, the silent one's was looked at too.
	await expect.poll(() => others).toEqual([{ n: 2 }]);
	await expect.poll(holders).toEqual([expect.any(String)]);
	worker.kill("SIGKILL");
	await expect.poll(() => others).toEqual([{ n: 2 }, { n: 1 }]);
});

it("gives back what workers had in hand that ended while their process lives on", async () => {
	const events = new EventEmitter();
	const workers = await keepWorkersKnown(
		queue.admin,
		{ url: queue.sample.url, role: "supportdesk_sample", schema: JOBS },
		events,
		log,
		QUICK,
	);
	const workerPool = { id: "ended" };
	events.emit("pool:create", { workerPool });
	await add(1);
	await queue.admin.query(
		`update ${JOBS}._private_jobs set locked_by = $1, locked_at = now() - interval '1 hour'`,
		[workerPool.id],
	);
	const others = await startHere();
	events.emit("pool:release", { workerPool });
	await expect.poll(() => others).toEqual([{ n: 1 }]);
	await workers.stop();
});

it("makes its workers known again when their connection was lost", async () => {
	await add(1);
	const seen = await startHere(true);
	await expect.poll(() => seen).toEqual([{ n: 1 }]);
	const [before] = await lockers();
	await queue.admin.query("select pg_terminate_backend($1, 5000)", [before]);
	await expect
		.poll(async () => (await lockers()).filter((pid) => pid !== before))
		.toHaveLength(1);
	await add(2);
	const dead = await startWorker();
	const others = await startHere();
	dead.kill("SIGKILL");
	await expect.poll(() => others).toEqual([{ n: 2 }]);
	expect(seen).toEqual([{ n: 1 }]);
	await expect.poll(holders).toEqual([expect.any(String)]);
});
