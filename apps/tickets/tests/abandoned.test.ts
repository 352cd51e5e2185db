import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	lockWaits,
	type Workspace,
} from "./given.ts";
import { type Harness, startHarness } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";

const TIMEOUT = { timeout: 1_500 }; // less than lock_timeout, which would end the wait by itself

describe.each(TRANSPORTS)(
	"a call whose caller has disconnected, %s",
	(transport) => {
		let harness: Harness;
		let workspace: Workspace;
		let locker: pg.Client;
		beforeAll(async () => {
			harness = await startHarness({ transport });
			workspace = await givenWorkspace(harness);
			locker = new pg.Client(harness.databaseUrl);
			await locker.connect();
		});
		afterAll(async () => {
			await locker.end();
			await harness.stop();
		});

		it("stops in the database when the caller goes away or its deadline has passed", async () => {
			const ticket = await givenTicket(harness, workspace);
			await harness.settle(); // no job waits for the lock as well
			await locker.query(
				"begin; lock table tickets.tickets in access exclusive mode",
			);
			const caller = new AbortController();
			const calls = [
				harness.api.getTicket(
					{ id: ticket.id, view: 1 },
					callOf(workspace, { signal: caller.signal }),
				),
				harness.api.deleteTicket(
					{ id: ticket.id },
					callOf(workspace, { signal: caller.signal }),
				),
				harness.api.getTicket(
					{ id: ticket.id, view: 1 },
					callOf(workspace, { deadline: Date.now() + 700 }),
				),
			];
			const ended = Promise.allSettled(calls);
			// The two lookups share a connection, which waits until both callers are gone.
			await expect
				.poll(() => lockWaits(harness), { interval: 20, ...TIMEOUT })
				.toBe(2);
			caller.abort();
			await expect
				.poll(() => lockWaits(harness), { interval: 20, ...TIMEOUT })
				.toBe(0);
			await ended;
			await locker.query("rollback");
			const { status } = await harness.api.getTicket(
				{ id: ticket.id, view: 1 },
				callOf(workspace),
			);
			expect(status).toBe(200); // the delete was undone
		});
	},
);
