import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@supportdesk/ids/ids.ts";
import type { EventsApi } from "@supportdesk/rpc/service-api.ts";
import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { calledBy, givenDatabase, givenService } from "./given.ts";
import { changeThing, connectWriter } from "./source.ts";

interface Shown {
	readonly id: string;
	readonly sequence: number;
	readonly resource: { readonly id: string };
	readonly data: { readonly object: { readonly version: number } };
}

/** Reads a log as a client does: whoever has read up to N asks for what comes after N. */
function startReader(api: EventsApi, workspaceId: string) {
	const read: Shown[] = [];
	let stopped = false;
	const poll = async () => {
		const { body } = await api.listEvents(
			{
				page: { limit: 100, cursor: "", sort: "sequence:asc" },
				after: read.at(-1)?.sequence ?? 0,
				types: [],
			},
			calledBy(workspaceId),
		);
		const { data } = JSON.parse(Buffer.from(body).toString());
		read.push(...data);
		return data.length as number;
	};
	const reading = (async () => {
		while (!stopped) if ((await poll()) === 0) await sleep(2);
		while ((await poll()) > 0);
	})();
	return {
		read,
		async stop() {
			stopped = true;
			await reading;
		},
	};
}

const WORKSPACES = 3;
const THINGS = 4;
const WRITERS = 12;
const TRANSACTIONS = 25; // of each writer

it("numbers committed changes 1, 2, 3 … for readers that poll all the while, whatever commits late, rolls back or is killed", async () => {
	const url = await givenDatabase();
	const first = await givenService(url);
	const second = await givenService(url);
	const workspaces = Array.from({ length: WORKSPACES }, () =>
		newId("wsp", Date.now()),
	);
	const committed = new Map<string, Set<string>>(
		workspaces.map((id) => [id, new Set()]),
	);
	const unknown = new Set<string>(); // killed while the commit was on its way
	const readers = workspaces.map((id) => startReader(second.api, id));
	const admin = new pg.Client(url);
	await admin.connect();

	const write = async (seed: number) => {
		const random = seededRandom(seed);
		const pick = (n: number) => Math.floor(random() * n);
		let client = await connectWriter(url);
		for (let n = 0; n < TRANSACTIONS; n += 1) {
			const workspaceId = workspaces[pick(WORKSPACES)]!;
			const ids: string[] = [];
			let isCommitting = false;
			try {
				await client.query("begin");
				// In one order, so that writers wait for each other and do not deadlock.
				for (let thing = pick(THINGS); thing < THINGS; thing += 1 + pick(3)) {
					const event = await changeThing(client, workspaceId, `tkt_${thing}`);
					ids.push(event.id);
				}
				const fate = random();
				await sleep(fate < 0.05 ? 400 : pick(10));
				if (fate > 0.95) {
					await admin.query("select pg_terminate_backend($1)", [
						(client as unknown as { processID: number }).processID,
					]);
				}
				isCommitting = fate <= 0.85;
				await client.query(isCommitting ? "commit" : "rollback");
				if (isCommitting)
					for (const id of ids) committed.get(workspaceId)!.add(id);
			} catch {
				if (isCommitting) for (const id of ids) unknown.add(id);
				await client.end().catch(() => {});
				client = await connectWriter(url);
			}
		}
		await client.end();
	};
	const writing = Promise.all(
		Array.from({ length: WRITERS }, (_, n) => write(n + 1)),
	);
	await sleep(500);
	await first.stop(); // the other process takes over while changes go on
	await writing;
	await expect
		.poll(async () => {
			const { rows } = await admin.query("select from source.outbox");
			return rows.length;
		})
		.toBe(0);
	await Promise.all(readers.map((reader) => reader.stop()));
	await admin.end();

	for (const [n, { read }] of readers.entries()) {
		expect(read.map(({ sequence }) => sequence)).toEqual(
			read.map((_, index) => index + 1),
		);
		const ids = read.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		const expected = committed.get(workspaces[n]!)!;
		expect(ids.filter((id) => !unknown.has(id)).sort()).toEqual(
			[...expected].sort(),
		);
		// Changes of one thing are in the order of their commits.
		for (const events of Map.groupBy(
			read,
			({ resource }) => resource.id,
		).values())
			expect(events.map(({ data }) => data.object.version)).toEqual(
				events.map((_, index) => index + 1),
			);
	}
	expect(
		[...committed.values()].reduce((sum, { size }) => sum + size, 0),
	).toBeGreaterThan(100);
});
