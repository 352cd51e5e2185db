import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { JobRunner } from "../src/jobs/run-jobs.ts";
import { createQueue, JOBS, type Queue, startRunner } from "./queue.ts";

interface Payload {
	readonly workspaceId: string;
	readonly n: number;
}

const JOB_MS = 10; // one worker runs less than a hundred a second

let queue: Queue;
const runners: JobRunner[] = [];
beforeAll(async () => {
	queue = await createQueue();
});
afterEach(async () => {
	for (const runner of runners.splice(0)) await runner.stop();
	await queue.admin.query(`truncate ${JOBS}._private_jobs`);
});
afterAll(() => queue.stop());

/** Queues jobs of one workspace, numbered from 1 in the order of their times. */
const fill = (
	workspaceId: string,
	count: number,
	connection: Pick<pg.Pool, "query"> = queue.admin,
) =>
	connection.query(
		`select ${JOBS}.enqueue('work', json_build_object('workspaceId', $1::text, 'n', n),
		        clock_timestamp(), null, 0)
		   from generate_series(1, $2::int) as n`,
		[workspaceId, count],
	);

/** Starts a worker whose jobs take a while; returns what it has run so far. */
async function startSlow(): Promise<Payload[]> {
	const ran: Payload[] = [];
	const work = async (payload: unknown) => {
		await sleep(JOB_MS);
		ran.push(payload as Payload);
	};
	runners.push(await startRunner(queue.sample.url, { work }));
	return ran;
}

const numbersOf = (ran: readonly Payload[], id: string) =>
	ran.filter(({ workspaceId }) => workspaceId === id).map(({ n }) => n);

it("runs a workspace's job within two seconds though another one has queued 10,000", async () => {
	await fill("wsp_1", 10_000);
	const ran = await startSlow();
	await expect.poll(() => ran.length).toBeGreaterThan(0);
	await fill("wsp_2", 1);
	await expect
		.poll(() => numbersOf(ran, "wsp_2"), { timeout: 2_000 })
		.toEqual([1]);
});

it("runs a workspace's job within two seconds though another one queues many all the time", async () => {
	const ran = await startSlow();
	let isOver = false;
	const flood = async () => {
		while (!isOver) await fill("wsp_1", 200);
	};
	const flooding = flood();
	await expect.poll(() => ran.length).toBeGreaterThan(50);
	await fill("wsp_2", 1);
	await expect
		.poll(() => numbersOf(ran, "wsp_2"), { timeout: 2_000 })
		.toEqual([1])
		.finally(() => {
			isOver = true;
		});
	await flooding;
});

it("lets two workspaces with many jobs take turns, and runs the jobs of each in their order", async () => {
	await fill("wsp_1", 400);
	await fill("wsp_2", 40);
	const ran = await startSlow();
	await expect
		.poll(() => numbersOf(ran, "wsp_2").length, { timeout: 10_000 })
		.toBe(40);
	expect(numbersOf(ran, "wsp_1").length).toBeLessThan(200);
	await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(440);
	for (const id of ["wsp_1", "wsp_2"]) {
		const numbers = numbersOf(ran, id);
		expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
	}
});

// The clock's jobs have no workspace.
it("runs a job of no workspace within two seconds though a workspace has queued 10,000", async () => {
	await fill("wsp_1", 10_000);
	const ran = await startSlow();
	await expect.poll(() => ran.length).toBeGreaterThan(0);
	await queue.add({ task: "work", payload: { n: 7 } });
	await expect
		.poll(() => ran.some(({ n, workspaceId }) => n === 7 && !workspaceId), {
			timeout: 2_000,
		})
		.toBe(true);
});

it("runs jobs at once although the table was analysed before the 10,000 that are queued were committed", async () => {
	const client = await queue.admin.connect();
	await client.query("begin");
	await fill("wsp_1", 10_000, client);
	await queue.admin.query(`analyze ${JOBS}._private_jobs`);
	await client.query("commit");
	client.release();
	const ran = await startSlow();
	await expect.poll(() => ran.length, { timeout: 5_000 }).toBeGreaterThan(50);
});
