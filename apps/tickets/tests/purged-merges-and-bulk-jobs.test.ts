import { expect, it } from "vitest";
import { callOf, givenTicket, type Workspace } from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { useHarness } from "./use-harness.ts";

let harness: Harness;
let workspace: Workspace;
useHarness("in process", (given) => {
	({ harness, workspace } = given);
});

const KEPT_MS = 30 * 24 * 3_600_000;
const idempotency = undefined;

async function purge(): Promise<void> {
	await harness.queue("purge");
	await harness.settle();
}

const count = async (text: string, values: readonly unknown[]) =>
	(await harness.sql<{ count: number }>(text, values))[0]!.count;

it("purges a deleted ticket with what was merged into it, and nothing of others", async () => {
	const [a, b, c] = await Promise.all(
		[1, 2, 3].map(() => givenTicket(harness, workspace)),
	);
	const merge = (id: string, into: string) =>
		harness.api.mergeTicket({ id, into, idempotency }, callOf(workspace));
	await merge(a.id, b.id);
	await merge(c.id, b.id);
	await harness.api.unmergeTicket({ id: c.id, idempotency }, callOf(workspace));
	await harness.api.deleteTicket({ id: b.id }, callOf(workspace));
	harness.advance(KEPT_MS + 60_000);
	await purge();
	const ids = [a.id, b.id, c.id];
	expect(
		await harness.sql("select id from tickets.tickets where id = any($1)", [
			ids,
		]),
	).toEqual([{ id: c.id }]);
	expect(
		await harness.sql(
			"select ticket_id, written_in from tickets.messages where ticket_id = any($1) or written_in = any($1)",
			[ids],
		),
	).toEqual([{ ticket_id: c.id, written_in: null }]);
});

it("keeps a bulk job's results for 30 days, and its filter and changes no longer than it runs", async () => {
	const ticket = await givenTicket(harness, workspace, {
		subject: "Before",
		tags: ["meant"],
	});
	const { id } = json(
		await harness.api.startBulk(
			{
				ids: [],
				filter: { tag: "meant" },
				changes: { subject: "After", addTags: [], removeTags: [] },
				idempotency,
			},
			callOf(workspace),
		),
	);
	await harness.settle();
	const show = () => harness.api.getBulk({ id }, callOf(workspace));
	expect(json(await show())).toMatchObject({ status: "done", changed: 1 });
	expect(
		await harness.sql(
			"select filter, changes from tickets.bulk_jobs where id = $1",
			[id],
		),
	).toEqual([{ filter: null, changes: null }]);
	await purge();
	await show();
	harness.advance(KEPT_MS + 60_000);
	await purge();
	await expect(show()).rejects.toMatchObject({ code: "bulk_job_not_found" });
	expect(
		await count(
			"select count(*)::int as count from tickets.bulk_items where job_id = $1",
			[id],
		),
	).toBe(0);
	const [row] = await harness.sql<{ subject: string }>(
		"select subject from tickets.tickets where id = $1",
		[ticket.id],
	);
	expect(row!.subject).toBe("After");
});
