import { fileURLToPath } from "node:url";
import { newId } from "@supportdesk/ids/ids.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import {
	inTransaction,
	runOutsideWorkspaces,
	writeAll,
} from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import {
	createTestDatabase,
	servicesAddress,
} from "@supportdesk/testkit/database.ts";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { collectOutbox } from "../src/collect-outbox.ts";
import type { OutboxEvent } from "../src/outbox-event.ts";
import { insertEvents, selectNext } from "../src/store/outbox.ts";

const log = createLogger({ name: "test", level: "silent" });
const EVENT: OutboxEvent = {
	id: "evt_1",
	type: "ticket.created",
	createdAt: "2026-11-21T09:30:00.000Z",
	actor: { type: "api_key", id: "key_1" },
	requestId: "req_1",
	resource: { type: "ticket", id: "tkt_1" },
	ticketId: "tkt_1",
	contactId: "",
	objectJson: '{"id":"tkt_1"}',
	previousJson: "null",
};
const SAMPLES = {
	"outbox.ts": {
		insertEvents: [["wsp_1", [EVENT]]],
		deleteAppended: [[[1]]],
		selectNext: [[10]],
		purgeUncollected: [["wsp_1", new Date(), 10]],
	} satisfies Samples<typeof import("../src/store/outbox.ts")>,
};

/** A database with the migrations of a service that has an outbox. */
async function createDatabase(service: string): Promise<string> {
	const dirOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
	const dir = dirOf(`../../../apps/${service}/migrations`);
	// Together with this folder the name of the template differs from that of the service's own tests.
	const database = await createTestDatabase([dir, dirOf(".")], (url) =>
		migrate({ url, dir, schema: service }, log),
	);
	onTestFinished(() => database.drop());
	return database.url;
}

describe.each(["tickets", "knowledge"])("the outbox of %s", (service) => {
	let url: string;
	let db: Pool;

	beforeEach(async () => {
		url = await createDatabase(service);
		db = createPool(
			{
				url: servicesAddress(url),
				role: `supportdesk_${service}`,
				schema: service,
				sizeMax: 4,
			},
			log,
		);
		onTestFinished(() => db.end());
	});

	const collect = async (appendedPositions: number[] = [], limit = 10) => {
		const context = ownContext("", 5_000, Date.now());
		const request = { appendedPositions, limit };
		return (await collectOutbox({ db })(request, context)).events;
	};
	const write = (workspaceId: string, ...events: Partial<OutboxEvent>[]) =>
		writeAll(db, workspaceId, [
			insertEvents(
				workspaceId,
				events.map((event) => ({
					...EVENT,
					id: newId("evt", Date.now()),
					...event,
				})),
			),
		]);
	const idsOf = (events: readonly { id: string }[]) =>
		events.map(({ id }) => id);

	it("has the columns that the statements name", async () => {
		const folder = new URL("../src/store/", import.meta.url);
		expect(await checkStore(url, service, folder, SAMPLES)).toEqual([]);
	});

	it("returns the events of all workspaces in the order in which they were written, as they were written", async () => {
		await write("wsp_1", { id: "evt_b" }, { id: "evt_a" });
		await write("wsp_2", { id: "evt_c", actor: { type: "system", id: "" } });
		const events = await collect();
		expect(idsOf(events)).toEqual(["evt_b", "evt_a", "evt_c"]);
		expect(events[0]).toEqual({
			position: expect.any(Number),
			workspaceId: "wsp_1",
			id: "evt_b",
			type: "ticket.created",
			createdAt: "2026-11-21T09:30:00.000Z",
			actorType: "api_key",
			actorId: "key_1",
			requestId: "req_1",
			resourceType: "ticket",
			resourceId: "tkt_1",
			ticketId: "tkt_1",
			contactId: "",
			objectJson: '{"id":"tkt_1"}',
			previousJson: "null",
		});
	});

	it("returns an event until it is reported as appended, and an event that commits late afterwards", async () => {
		await inTransaction(db, "wsp_1", async (tx) => {
			await tx.query(insertEvents("wsp_1", [{ ...EVENT, id: "evt_late" }]));
			await write("wsp_1", { id: "evt_early" });
			const early = await collect();
			expect(idsOf(early)).toEqual(["evt_early"]);
			expect(await collect([early[0]!.position])).toEqual([]);
		});
		expect(idsOf(await collect())).toEqual(["evt_late"]);
	});

	it("returns no event of a transaction that was rolled back", async () => {
		const failed = inTransaction(db, "wsp_1", async (tx) => {
			await tx.query(insertEvents("wsp_1", [EVENT]));
			throw new Error("rolled back");
		});
		await expect(failed).rejects.toThrow();
		expect(await collect()).toEqual([]);
	});

	it("returns at most 4 MiB of events, but the first one whatever its size", async () => {
		const objectJson = JSON.stringify("x".repeat(5 * 1024 * 1024));
		await write("wsp_1", { id: "evt_1", objectJson }, { id: "evt_2" });
		const first = await collect();
		expect(idsOf(first)).toEqual(["evt_1"]);
		expect(idsOf(await collect([first[0]!.position]))).toEqual(["evt_2"]);
	});

	it("shows other callers the rows of their workspace only", async () => {
		await write("wsp_1", {});
		const [outside] = await runOutsideWorkspaces(db, [selectNext(10)]);
		expect(outside.rows).toEqual([]);
		const [other] = await writeAll(db, "wsp_2", [selectNext(10)]);
		expect(other).toEqual([]);
	});
});
