import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerPool } from "graphile-worker";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { wakeWorkers } from "../src/jobs/wake-workers.ts";
import { createQueue, JOBS, type Queue, sampleJobs } from "./queue.ts";
import { log } from "./sample.ts";

let queue: Queue;
beforeAll(async () => {
	queue = await createQueue();
});
afterAll(() => queue.stop());

/** Workers of a process that is quiet at once; `woken` has the times at which one was. */
function startQuietly(events = new EventEmitter()) {
	const woken: number[] = [];
	const { stop } = wakeWorkers(queue.admin, sampleJobs, events, 1, log, 0);
	onTestFinished(stop);
	const nudge = () => woken.push(Date.now());
	events.emit("pool:create", {
		workerPool: { nudge } as unknown as WorkerPool,
	});
	return woken;
}

it("wakes a quiet process's worker when a job of another process is due, and not before", async () => {
	const dueAt = Date.now() + 2_000;
	await queue.admin.query(`select ${JOBS}.enqueue('work', '{}', $1, null, 0)`, [
		new Date(dueAt),
	]);
	const woken = startQuietly();
	await expect.poll(() => woken.length).toBeGreaterThan(0);
	expect(woken[0]).toBeGreaterThanOrEqual(dueAt - 100);
	await queue.admin.query(`truncate ${JOBS}._private_jobs`);
});

it("wakes a quiet process's worker soon after a job is queued", async () => {
	const woken = startQuietly();
	const queuedAt = Date.now();
	sampleJobs.add({ task: "work", payload: {} });
	await expect.poll(() => woken.length, { interval: 5 }).toBeGreaterThan(0);
	expect(woken[0]! - queuedAt).toBeLessThan(2_500);
});

it("leaves a job to others while all workers of its process have one", async () => {
	const events = new EventEmitter();
	const woken = startQuietly(events);
	events.emit("job:start");
	sampleJobs.add({ task: "work", payload: {} });
	await sleep(700); // both looks are over
	expect(woken).toEqual([]);
	events.emit("job:complete");
	expect(woken).toHaveLength(1);
});
