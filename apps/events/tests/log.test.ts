import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { purgeEvents } from "../src/purge.ts";
import { configFor, log } from "./configuration.ts";
import {
	calledBy,
	type GivenService,
	givenDatabase,
	givenService,
} from "./given.ts";
import { startReceiver } from "./receiver.ts";
import { changeOf, connectWriter } from "./source.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

// biome-ignore lint/suspicious/noExplicitAny: responses are looked at field by field, as a client would.
const json = (response: Rendered): any =>
	JSON.parse(Buffer.from(response.body).toString());

let url: string;
let service: GivenService;
let workspaceId: string;

beforeEach(async () => {
	url = await givenDatabase();
	service = await givenService(url, { WEBHOOK_ALLOW: "127.0.0.0/8" });
	workspaceId = newId("wsp", Date.now());
});

/** Commits events, and waits until they are in the log. */
async function append(
	...changes: Partial<OutboxEvent>[]
): Promise<OutboxEvent[]> {
	const client = await connectWriter(url);
	const events = changes.map((each) => ({ ...changeOf("tkt_1", 1), ...each }));
	const { text, values } = insertEvents(workspaceId, events);
	await client.query(text, [...values!]);
	await expect
		.poll(async () => (await client.query("select from outbox")).rowCount)
		.toBe(0);
	await client.end();
	return events;
}

type Filter = Partial<Parameters<GivenService["api"]["listEvents"]>[0]>;

const list = async (filter: Filter = {}, workspace = workspaceId) =>
	json(
		await service.api.listEvents(
			{
				page: { limit: 100, cursor: "", sort: "sequence:asc" },
				types: [],
				...filter,
			},
			calledBy(workspace),
		),
	).data;

const sequences = (events: { sequence: number }[]) =>
	events.map(({ sequence }) => sequence);

describe("the log", () => {
	it("lists events by sequence, type, resource and ticket, in both directions, page by page", async () => {
		const ticket = { type: "ticket", id: "tkt_2" };
		await append(
			{},
			{ type: "ticket.updated" },
			{
				type: "message.created",
				resource: { type: "message", id: "msg_1" },
				ticketId: "tkt_1",
			},
			{ resource: ticket, ticketId: "tkt_2" },
			{ type: "ticket.deleted", resource: ticket, ticketId: "tkt_2" },
		);
		expect(sequences(await list())).toEqual([1, 2, 3, 4, 5]);
		expect(sequences(await list({ after: 3 }))).toEqual([4, 5]);
		const types = ["ticket.created", "ticket.deleted"];
		expect(sequences(await list({ types }))).toEqual([1, 4, 5]);
		expect(sequences(await list({ types, after: 1 }))).toEqual([4, 5]);
		expect(sequences(await list({ resourceId: "tkt_2" }))).toEqual([4, 5]);
		expect(
			sequences(await list({ resourceId: "tkt_2", types: [types[1]!] })),
		).toEqual([5]);
		expect(sequences(await list({ ticketId: "tkt_1" }))).toEqual([1, 2, 3]);
		const walked: number[] = [];
		let cursor = "";
		do {
			const page = await service.api.listEvents(
				{ page: { limit: 2, cursor, sort: "sequence:desc" }, types: [] },
				calledBy(workspaceId),
			);
			walked.push(...sequences(json(page).data));
			cursor = page.nextCursor;
		} while (cursor !== "");
		expect(walked).toEqual([5, 4, 3, 2, 1]);
	});

	it("shows an event to its workspace only, and responds alike to unknown ids", async () => {
		const [event] = await append({
			actor: { type: "api_key", id: "key_1" },
			requestId: "req_1",
			type: "ticket.updated",
			objectJson: '{"id":"tkt_1","status":"open"}',
			previousJson: '{"status":"pending"}',
		});
		const get = (id: string, workspace: string) =>
			service.api.getEvent({ id }, calledBy(workspace));
		expect(json(await get(event!.id, workspaceId))).toEqual({
			id: event!.id,
			type: "ticket.updated",
			sequence: 1,
			created_at: event!.createdAt,
			actor: { type: "api_key", id: "key_1" },
			request_id: "req_1",
			resource: { type: "ticket", id: "tkt_1" },
			data: {
				object: { id: "tkt_1", status: "open" },
				previous: { status: "pending" },
			},
		});
		const stranger = newId("wsp", Date.now());
		const notFound = { type: "not_found", code: "event_not_found" };
		await expect(get(event!.id, stranger)).rejects.toMatchObject(notFound);
		await expect(
			get(newId("evt", Date.now()), workspaceId),
		).rejects.toMatchObject(notFound);
		expect(await list({}, stranger)).toEqual([]);
	});

	it("keeps events for EVENTS_KEEP_DAYS, and continues to count", async () => {
		await append({}, {});
		const config = configFor(url, { EVENTS_KEEP_DAYS: "30" });
		const db = createPool(config.db, log);
		onTestFinished(() => db.end());
		const purgeAfter = (ms: number) =>
			purgeEvents({
				db,
				keepDays: config.keepDays,
				clock: { now: () => new Date(Date.now() + ms) },
			});
		await purgeAfter(29 * DAY_MS);
		expect(sequences(await list())).toEqual([1, 2]);
		await purgeAfter(31 * DAY_MS);
		expect(await list()).toEqual([]);
		await append({});
		expect(sequences(await list())).toEqual([3]);
		expect(sequences(await list({ after: 1 }))).toEqual([3]);
	});
});

describe("the erasure of a contact", () => {
	const contact = { type: "contact", id: "con_1" };
	const ofContact = (name: string) => ({
		contactId: "con_1",
		objectJson: JSON.stringify({ id: "tkt_1", name }),
		previousJson: JSON.stringify({ name: `formerly ${name}` }),
	});
	const erased: Partial<OutboxEvent> = {
		type: "contact.erased",
		resource: contact,
		ticketId: "",
		contactId: "con_1",
		objectJson: '{"id":"con_1","name":""}',
		previousJson: "{}",
	};

	it("erases its data in events, in later ones, and in what endpoints returned", async () => {
		const receiver = await startReceiver();
		receiver.respond = (res, { body }) => res.writeHead(200).end(body);
		const webhook = json(
			await service.api.createWebhook(
				{
					url: receiver.url,
					types: ["ticket.*"],
					description: "",
					enabled: true,
					idempotency: undefined,
				},
				calledBy(workspaceId),
			),
		);
		const [ticket, other] = await append(
			ofContact("Ada Lovelace"),
			{ contactId: "con_2", objectJson: '{"name":"Grace Hopper"}' },
			{},
		);
		await expect.poll(() => receiver.received).toHaveLength(3);
		const [late] = (await append(erased, ofContact("Ada L."))).slice(1);

		const events = await list();
		expect(sequences(events)).toEqual([1, 2, 3, 4, 5]);
		const text = JSON.stringify(events);
		expect(text).not.toContain("Ada");
		expect(text).toContain("Grace Hopper");
		for (const { id } of [ticket!, late!]) {
			const { type, resource, data } = events.find(
				(each: { id: string }) => each.id === id,
			);
			expect([type, resource, data]).toEqual([
				"ticket.created",
				{ type: "ticket", id: "tkt_1" },
				{ object: { id: "tkt_1" }, previous: null },
			]);
		}
		const deliveries = await service.api.listDeliveries(
			{
				webhookId: webhook.id,
				page: { limit: 100, cursor: "", sort: "created_at:asc" },
			},
			calledBy(workspaceId),
		);
		const ofOther = json(deliveries).data.find(
			(each: { event_id: string }) => each.event_id === other!.id,
		);
		expect(ofOther.attempts[0].response_body).toContain("Grace Hopper");
		expect(Buffer.from(deliveries.body).toString()).not.toContain("Lovelace");
	});

	it("erases the data of contacts that were merged into it, also of later events", async () => {
		const merge = (from: string, into: string): Partial<OutboxEvent> => ({
			type: "contact.merged",
			resource: { type: "contact", id: from },
			ticketId: "",
			contactId: from,
			objectJson: JSON.stringify({ id: into, name: "Ada" }),
			previousJson: '{"name":"Ada Byron"}',
		});
		const of = (contactId: string) => ({ ...ofContact("Ada"), contactId });
		await append(of("con_3"), of("con_2"), of("con_9"));
		await append(merge("con_3", "con_2"), merge("con_2", "con_1"));
		await append(merge("con_9", "con_8"));
		await append(erased);
		await append(of("con_3"));
		const left = (await list())
			.filter((event: object) => JSON.stringify(event).includes("Ada"))
			.map(({ sequence }: { sequence: number }) => sequence);
		expect(left).toEqual([3, 6]);
		const events = await list({ types: ["contact.merged"] });
		expect(
			events.map(
				({ data }: { data: { object: { id: string } } }) => data.object.id,
			),
		).toEqual(["con_2", "con_1", "con_8"]);
	});

	it("erases the data of a contact with more events than one statement changes", async () => {
		await append(
			...Array.from({ length: 400 }, (_, n) => ofContact(`Ada ${n}`)),
		);
		await append(
			...Array.from({ length: 700 }, (_, n) => ofContact(`Ada ${n}`)),
		);
		await append(erased);
		const db = await connectWriter(url);
		const { rows } = await db.query(
			"select count(*)::int as left from events.events where object like '%Ada%' or previous like '%Ada%'",
		);
		await db.end();
		expect(rows).toEqual([{ left: 0 }]);
	});
});
