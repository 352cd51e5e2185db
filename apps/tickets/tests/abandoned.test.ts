import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, startDesk } from "./desk.ts";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	lockWaits,
	type Workspace,
} from "./given.ts";
import { WIRES } from "./wire.ts";

const PATIENCE = { timeout: 1_500 }; // less than lock_timeout, which would end the wait by itself

describe.each(WIRES)("a call that nobody waits for, %s", (wire) => {
	let desk: Desk;
	let workspace: Workspace;
	let locker: pg.Client;
	beforeAll(async () => {
		desk = await startDesk({ wire });
		workspace = await givenWorkspace(desk);
		locker = new pg.Client(desk.databaseUrl);
		await locker.connect();
	});
	afterAll(async () => {
		await locker.end();
		await desk.stop();
	});

	it("stops in the database when the caller goes away or its deadline has passed", async () => {
		const ticket = await givenTicket(desk, workspace);
		await desk.settle(); // no job waits for the lock as well
		await locker.query(
			"begin; lock table tickets.tickets in access exclusive mode",
		);
		const caller = new AbortController();
		const calls = [
			desk.api.getTicket(
				{ id: ticket.id, view: 1 },
				callOf(workspace, { signal: caller.signal }),
			),
			desk.api.deleteTicket(
				{ id: ticket.id },
				callOf(workspace, { signal: caller.signal }),
			),
			desk.api.getTicket(
				{ id: ticket.id, view: 1 },
				callOf(workspace, { deadline: Date.now() + 700 }),
			),
		];
		const ended = Promise.allSettled(calls);
		// The two look-ups share a connection, which waits until both callers are gone.
		await expect
			.poll(() => lockWaits(desk), { interval: 20, ...PATIENCE })
			.toBe(2);
		caller.abort();
		await expect
			.poll(() => lockWaits(desk), { interval: 20, ...PATIENCE })
			.toBe(0);
		await ended;
		await locker.query("rollback");
		const { status } = await desk.api.getTicket(
			{ id: ticket.id, view: 1 },
			callOf(workspace),
		);
		expect(status).toBe(200); // the delete was undone
	});
});
