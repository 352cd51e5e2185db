import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addJob, type JobRunner, startJobs } from "../src/jobs.ts";
import type { Pool } from "../src/pool.ts";
import { inTransaction } from "../src/transaction.ts";
import { createSample, log, type Sample } from "./sample.ts";

let sample: Sample;
let pool: Pool;
let admin: pg.Client;
let runner: JobRunner;
let seen: unknown[];

beforeAll(async () => {
	sample = await createSample();
	pool = sample.pool();
	admin = new pg.Client(sample.url);
	await admin.connect();
	runner = await startJobs(
		{
			url: sample.url,
			role: "supportdesk_sample",
			schema: "sample_jobs",
			concurrency: 2,
		},
		{
			async note(payload) {
				seen.push(payload);
			},
			async failOnce(_, { job }) {
				seen.push(job.attempts);
				if (job.attempts === 1) throw new Error("not yet");
			},
		},
		"",
		log,
	);
});
beforeEach(() => {
	seen = [];
});
afterAll(async () => {
	await runner.stop();
	await admin.end();
	await sample.drop();
});

const queue = (...jobs: Parameters<typeof addJob>[1][]) =>
	inTransaction(pool, "wsp_1", async (tx) => {
		for (const job of jobs) tx.defer(addJob("sample_jobs", job));
	});

it("does what was queued, and nothing of a transaction that was undone", async () => {
	const undone = inTransaction(pool, "wsp_1", async (tx) => {
		await tx.query(
			addJob("sample_jobs", { task: "note", payload: { n: "undone" } }),
		);
		throw new Error("undo");
	});
	await expect(undone).rejects.toThrow();
	await queue({ task: "note", payload: { n: 1, text: "ünï 👍 \"'" } });
	await expect.poll(() => seen).toEqual([{ n: 1, text: "ünï 👍 \"'" }]);
});

it("waits until a job's time has come", async () => {
	const soon = new Date(Date.now() + 600);
	await queue(
		{ task: "note", payload: { n: "later" }, runAt: soon },
		{ task: "note", payload: { n: "now" } },
	);
	await expect.poll(() => seen.length).toBe(2);
	expect(seen).toEqual([{ n: "now" }, { n: "later" }]);
	expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
});

it("keeps one of the waiting jobs with a key: the last", async () => {
	const runAt = new Date(Date.now() + 500);
	await queue({ task: "note", payload: { n: "first" }, runAt, jobKey: "k" });
	await queue({ task: "note", payload: { n: "last" }, runAt, jobKey: "k" });
	await queue({
		task: "note",
		payload: { n: "after" },
		runAt: new Date(Date.now() + 900),
	});
	await expect.poll(() => seen).toContainEqual({ n: "after" });
	expect(seen).toEqual([{ n: "last" }, { n: "after" }]);
});

it("runs a job that failed again", async () => {
	await queue({ task: "failOnce", payload: {} });
	await expect.poll(() => seen, { timeout: 10_000 }).toEqual([1, 2]);
});

it("takes over what a killed process had in hand, and leaves alone what a living one has", async () => {
	const living = new pg.Client(sample.url);
	await living.connect();
	await living.query(
		"select pg_advisory_lock(hashtextextended('worker-living', 0))",
	);
	const runAt = new Date(Date.now() + 3_600_000); // nobody takes them before they are in hand
	await queue(
		{ task: "note", payload: { of: "dead" }, runAt },
		{ task: "note", payload: { of: "living" }, runAt },
	);
	await admin.query(
		`update sample_jobs._private_jobs
		    set run_at = now(), attempts = 1, locked_at = now() - interval '1 minute',
		        locked_by = 'worker-' || (payload ->> 'of')
		  where payload ->> 'of' is not null`,
	);
	await expect.poll(() => seen, { timeout: 15_000 }).toEqual([{ of: "dead" }]);
	const { rows } = await admin.query(
		"select locked_by from sample_jobs._private_jobs",
	);
	expect(rows).toEqual([{ locked_by: "worker-living" }]);
	await living.end();
});
