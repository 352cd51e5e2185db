import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import {
	callOf,
	givenReply,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";

let harness: Harness;
beforeAll(async () => {
	harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
});
afterAll(() => harness.stop());

/** The page behind a cursor of the list that is sorted by its changes. */
async function sync(
	{ api }: Harness,
	workspace: Workspace,
	cursor = "",
	limit = 25,
) {
	const answer = await api.listTickets(
		{
			view: View.VIEW_TICKET,
			page: { limit, cursor, sort: "updated_at:asc" },
			filter: undefined,
		},
		callOf(workspace),
	);
	const { data, sync_cursor, next_cursor } = json(answer);
	return {
		subjects: data.map(({ subject }: { subject: string }) => subject),
		cursor: sync_cursor as string,
		next: next_cursor as string | null,
	};
}

/** Transactions of other processes, one after the other to begin, and committed in any order. */
async function otherProcess() {
	const client = new pg.Client(harness.databaseUrl);
	client.on("error", () => {});
	await client.connect();
	onTestFinished(() => client.end());
	return client;
}

const touch = `update tickets.tickets set updated_at = $2 where id = $1`;

it("brings what is committed late, with an earlier time than the last row read, and nothing twice", async () => {
	const workspace = await givenWorkspace(harness);
	const [a, b, c, d] = await Promise.all(
		["a", "b", "c", "d"].map((subject) =>
			givenTicket(harness, workspace, { subject }),
		),
	);
	const first = await sync(harness, workspace);
	expect(first.subjects.sort()).toEqual(["a", "b", "c", "d"]);
	expect(first.next).toBeNull();
	const base = Date.parse(d.updated_at) + 1_000;
	const at = (ms: number) => new Date(base + ms).toISOString();
	const [early, late] = [await otherProcess(), await otherProcess()];
	await early.query("begin");
	await early.query(touch, [a.id, at(0)]);
	await early.query("savepoint s");
	await early.query(touch, [b.id, at(1)]);
	await late.query(touch, [c.id, at(5)]);
	const second = await sync(harness, workspace, first.cursor);
	expect(second.subjects).toEqual(["c"]);
	await early.query("commit");
	const third = await sync(harness, workspace, second.cursor, 1);
	expect(third.subjects).toEqual(["a"]);
	expect(third.next).toBe(third.cursor);
	await late.query(touch, [d.id, at(9)]);
	const fourth = await sync(harness, workspace, third.cursor, 1);
	expect(fourth.subjects).toEqual(["b"]);
	const fifth = await sync(harness, workspace, fourth.cursor);
	expect(fifth.subjects).toEqual(["d"]);
	expect((await sync(harness, workspace, fifth.cursor)).subjects).toEqual([]);
	// The earlier cursors are good as well.
	expect((await sync(harness, workspace, second.cursor)).subjects).toEqual([
		"a",
		"b",
		"d",
	]);
});

it("continues an empty list, and one of a day ago", async () => {
	const workspace = await givenWorkspace(harness);
	const empty = await sync(harness, workspace);
	expect(empty).toMatchObject({ subjects: [], next: null });
	const ticket = await givenTicket(harness, workspace, { subject: "first" });
	const first = await sync(harness, workspace, empty.cursor);
	expect(first.subjects).toEqual(["first"]);
	harness.advance(24 * 60 * 60 * 1000);
	const idle = await sync(harness, workspace, first.cursor);
	expect(idle.subjects).toEqual([]);
	await givenReply(harness, workspace, ticket.id);
	const last = await sync(harness, workspace, idle.cursor);
	expect(last.subjects).toEqual(["first"]);
});

it("misses no ticket of writers that commit in any order while a reader follows them", async () => {
	const workspace = await givenWorkspace(harness);
	const tickets = await Promise.all(
		Array.from({ length: 40 }, (_, i) =>
			givenTicket(harness, workspace, { subject: `${i}` }),
		),
	);
	const start = await sync(harness, workspace, "", 100);
	const base = harness.now().getTime();
	let writing = true;
	const writers = [0, 1, 2, 3].map(async (writer) => {
		const client = await otherProcess();
		for (let i = writer; i < tickets.length; i += 4) {
			const at = new Date(base + i).toISOString();
			await client.query("begin");
			await client.query(touch, [tickets[i].id, at]);
			await client.query("select pg_sleep(0.02 * random())"); // commits come in any order
			await client.query("commit");
		}
	});
	const written = Promise.all(writers).then(() => {
		writing = false;
	});
	const read: string[] = [];
	let { cursor } = start;
	for (let more = true; writing || more; ) {
		const isLast = !writing;
		const page = await sync(harness, workspace, cursor, 7);
		read.push(...page.subjects);
		cursor = page.cursor;
		more = !isLast || page.next !== null;
	}
	await written;
	expect(new Set(read).size).toBe(40);
	expect(read).toHaveLength(40);
});
