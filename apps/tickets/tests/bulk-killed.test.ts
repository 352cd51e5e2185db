import { join } from "node:path";
import {
	type AppProcess,
	createAppProcess,
} from "@supportdesk/cluster/app-process.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import { INTERNAL_SECRET } from "./transport.ts";

const TICKETS = 500;
const KILLED_AFTER = [60, 180, 330]; // tickets that have their result

let harness: Harness;
let workspace: Workspace;
let folder: string;
beforeAll(async () => {
	// Other processes work on the jobs.
	harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	workspace = await givenWorkspace(harness);
	folder = makeTempFolder("bulk-killed");
});
afterAll(async () => {
	await harness.stop();
	removeFolder(folder);
});

async function startWorker(name: string): Promise<AppProcess> {
	const port = await freePort();
	const worker = createAppProcess({
		name,
		app: "tickets",
		port,
		logFile: join(folder, `${name}.log`),
		env: {
			PORT: String(port),
			HOST: "127.0.0.1",
			DATABASE_URL: harness.config.db.url,
			INTERNAL_SECRET,
			CURSOR_SECRET: harness.config.cursorSecret,
			AI_URL: "127.0.0.1:1",
			KNOWLEDGE_URL: "127.0.0.1:1",
			JOBS_AT_A_TIME: "2",
		},
	});
	await worker.start();
	return worker;
}

async function countDone(bulkId: string): Promise<number> {
	const [row] = await harness.sql<{ count: number }>(
		"select count(*)::int as count from tickets.bulk_items where job_id = $1 and status <> 'pending'",
		[bulkId],
	);
	return row!.count;
}

/** Gives back what dead workers had in hand, as happens after half a minute. */
const giveBack = () =>
	harness.sql(
		"update tickets_jobs._private_jobs set locked_at = null, locked_by = null, run_at = now(), attempts = 0",
	);

it("changes each of 500 tickets once, with one event, though its workers are killed again and again", async () => {
	const ids: string[] = [];
	for (let n = 0; n < TICKETS; n += 50) {
		const some = await Promise.all(
			Array.from({ length: 50 }, () => givenTicket(harness, workspace)),
		);
		ids.push(...some.map(({ id }) => id));
	}
	await harness.sql("delete from tickets_jobs._private_jobs");
	const context = callOf(workspace);
	const { id: bulkId } = json(
		await harness.api.startBulk(
			{
				ids,
				filter: undefined,
				changes: { priority: "high", addTags: ["sale"], removeTags: [] },
				idempotency: undefined,
			},
			context,
		),
	);
	for (const [n, after] of KILLED_AFTER.entries()) {
		const worker = await startWorker(`worker-${n}`);
		await expect
			.poll(() => countDone(bulkId), { interval: 5, timeout: 20_000 })
			.toBeGreaterThanOrEqual(after);
		await worker.kill();
		expect(await countDone(bulkId)).toBeLessThan(TICKETS);
		await giveBack();
	}
	const last = await startWorker("last");
	const show = async () =>
		json(await harness.api.getBulk({ id: bulkId }, callOf(workspace)));
	await expect
		.poll(async () => (await show()).status, { timeout: 30_000 })
		.toBe("done");
	await last.kill();
	expect(await show()).toMatchObject({
		total: TICKETS,
		changed: TICKETS,
		unchanged: 0,
		failed: 0,
	});
	const events = await harness.sql<{ resource_id: string; count: number }>(
		"select resource_id, count(*)::int as count from tickets.outbox where type = 'ticket.updated' and request_id = $1 group by resource_id",
		[context.requestId],
	);
	expect(events.map((event) => event.resource_id).sort()).toEqual(ids.sort());
	expect(events.every(({ count }) => count === 1)).toBe(true);
	const [changed] = await harness.sql<{ count: number }>(
		"select count(*)::int as count from tickets.tickets where priority = 'high' and tags = '{sale}'",
	);
	expect(changed!.count).toBe(TICKETS);
});
