import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import {
	calledBy,
	type GivenService,
	givenDatabase,
	givenService,
} from "./given.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { changeThing, connectWriter } from "./source.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ALLOW = { WEBHOOK_ALLOW: "127.0.0.0/8" };

// biome-ignore lint/suspicious/noExplicitAny: responses are looked at field by field, as a client would.
const json = (response: Rendered): any =>
	JSON.parse(Buffer.from(response.body).toString());

let url: string;
let service: GivenService;
let receiver: Receiver;
let workspaceId: string;

beforeEach(async () => {
	url = await givenDatabase();
	service = await givenService(url, ALLOW);
	receiver = await startReceiver();
	workspaceId = newId("wsp", Date.now());
});

const call = () => calledBy(workspaceId);

async function createWebhook(changes: { url?: string; types?: string[] } = {}) {
	return json(
		await service.api.createWebhook(
			{
				url: receiver.url,
				types: ["ticket.*"],
				description: "",
				enabled: true,
				idempotency: undefined,
				...changes,
			},
			call(),
		),
	);
}

/** Changes things in the workspace, each in a transaction of its own. */
async function change(...things: string[]): Promise<string[]> {
	const client = await connectWriter(url);
	const ids: string[] = [];
	for (const thing of things) {
		ids.push((await changeThing(client, workspaceId, thing)).id);
	}
	await client.end();
	return ids;
}

const getWebhook = async (id: string) =>
	json(await service.api.getWebhook({ id }, call()));

const deliveriesOf = async (webhookId: string) =>
	json(
		await service.api.listDeliveries(
			{
				webhookId,
				page: { limit: 100, cursor: "", sort: "created_at:asc" },
			},
			call(),
		),
	).data;

const received = (count: number) =>
	expect.poll(() => receiver.received.length).toBe(count);

describe("a delivery", () => {
	it("is the event, signed as the Standard Webhooks library verifies it", async () => {
		const webhook = await createWebhook();
		const [eventId] = await change("tkt_1");
		await received(1);
		const { headers, body } = receiver.received[0]!;
		expect(headers["webhook-id"]).toBe(eventId);
		const verified = new Webhook(webhook.secret).verify(body, headers);
		expect(verified).toMatchObject({
			id: eventId,
			type: "ticket.created",
			sequence: 1,
			data: { object: { id: "tkt_1", version: 1 }, previous: null },
		});
		const event = json(await service.api.getEvent({ id: eventId! }, call()));
		expect(JSON.parse(body)).toEqual(event);
		const other = await createWebhook();
		expect(() => new Webhook(other.secret).verify(body, headers)).toThrow();
	});

	it("has two signatures for a day after its secret was rotated", async () => {
		const { id, secret: before } = await createWebhook();
		const rotated = json(
			await service.api.rotateWebhook({ id, idempotency: undefined }, call()),
		);
		expect(rotated.secret).not.toBe(before);
		await change("tkt_1");
		await received(1);
		const { headers, body } = receiver.received[0]!;
		expect(headers["webhook-signature"]!.split(" ")).toHaveLength(2);
		for (const secret of [before, rotated.secret])
			new Webhook(secret).verify(body, headers);
		service.advance(DAY_MS + MINUTE_MS);
		await change("tkt_1");
		await received(2);
		const later = receiver.received[1]!.headers["webhook-signature"]!;
		expect(later.split(" ")).toHaveLength(1);
	});

	it("is made of the types that the webhook names, and of no other workspace's events", async () => {
		await createWebhook({ types: ["ticket.updated"] });
		const client = await connectWriter(url);
		await changeThing(client, newId("wsp", Date.now()), "tkt_1");
		await client.end();
		const [, updated] = await change("tkt_1", "tkt_1");
		await received(1);
		expect(receiver.received[0]!.headers["webhook-id"]).toBe(updated);
	});

	it("shows its attempts, with status, duration and the first KiB of the response", async () => {
		const webhook = await createWebhook();
		receiver.respond = (res) => res.writeHead(500).end("x".repeat(5_000));
		await change("tkt_1");
		await received(1);
		receiver.respond = (res) => res.writeHead(200).end("thanks");
		service.advance(10_000);
		await received(2);
		await expect
			.poll(async () => (await deliveriesOf(webhook.id))[0].status)
			.toBe("delivered");
		const [delivery] = await deliveriesOf(webhook.id);
		expect(delivery).toMatchObject({
			event_type: "ticket.created",
			next_attempt_at: null,
			attempts: [
				{ number: 1, status_code: 500, response_body: "x".repeat(1_024) },
				{ number: 2, status_code: 200, response_body: "thanks", error: null },
			],
		});
		const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
		expect(ids[0]).toBe(ids[1]);
		const times = receiver.received.map(({ headers }) =>
			Number(headers["webhook-timestamp"]),
		);
		expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(9);
	});

	it("waits as long as Retry-After asks", async () => {
		const webhook = await createWebhook();
		receiver.respond = (res) =>
			res.writeHead(503, { "retry-after": "3600" }).end();
		await change("tkt_1");
		await expect
			.poll(async () => (await deliveriesOf(webhook.id))[0]?.attempts.length)
			.toBe(1);
		const [{ next_attempt_at, attempts }] = await deliveriesOf(webhook.id);
		const waitMs =
			Date.parse(next_attempt_at) - Date.parse(attempts[0].started_at);
		expect(waitMs).toBeGreaterThanOrEqual(60 * MINUTE_MS);
	});

	it("follows no redirect", async () => {
		const elsewhere = await startReceiver();
		const webhook = await createWebhook();
		receiver.respond = (res) =>
			res.writeHead(302, { location: elsewhere.url }).end();
		await change("tkt_1");
		await expect
			.poll(async () => (await deliveriesOf(webhook.id))[0]?.attempts[0])
			.toMatchObject({ status_code: 302 });
		expect(elsewhere.received).toEqual([]);
	});

	it("is tried twelve times by the schedule, fails for good, and is tried again when requested", async () => {
		const webhook = await createWebhook();
		receiver.respond = (res) => res.writeHead(500).end();
		await change("tkt_1");
		const SECOND_MS = 1_000;
		const waits = [
			...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS],
			...[1, 3, 6, 12, 24, 24, 24].map((hours) => hours * 60 * MINUTE_MS),
		];
		for (let attempts = 1; attempts <= 12; attempts += 1) {
			await received(attempts);
			await expect
				.poll(async () => (await deliveriesOf(webhook.id))[0].attempts.length)
				.toBe(attempts);
			const [delivery] = await deliveriesOf(webhook.id);
			const waitMs = waits[attempts - 1];
			if (waitMs === undefined) break;
			const dueMs = Date.parse(delivery.next_attempt_at);
			const attemptedMs = Date.parse(delivery.attempts.at(-1).started_at);
			// Up to a tenth of jitter, and what the attempt took.
			expect(dueMs - attemptedMs).toBeGreaterThanOrEqual(waitMs);
			expect(dueMs - attemptedMs).toBeLessThan(waitMs * 1.1 + 2 * SECOND_MS);
			service.advance(waitMs * 1.1 + 2 * SECOND_MS);
			// Five days of failures only disable the webhook: here that is left to its own test.
			await clearFailures();
		}
		const [failed] = await deliveriesOf(webhook.id);
		expect(failed).toMatchObject({ status: "failed", next_attempt_at: null });
		receiver.respond = (res) => res.writeHead(204).end();
		await service.api.retryDelivery(
			{
				webhookId: webhook.id,
				deliveryId: failed.id,
				idempotency: undefined,
			},
			call(),
		);
		await received(13);
		await expect
			.poll(async () => (await deliveriesOf(webhook.id))[0].status)
			.toBe("delivered");
	});
});

async function clearFailures(): Promise<void> {
	const admin = new pg.Client(url);
	await admin.connect();
	await admin.query("update events.webhooks set failing_since = null");
	await admin.end();
}

describe("a webhook", () => {
	it("is disabled at once when the endpoint is gone, which is an event", async () => {
		const webhook = await createWebhook();
		receiver.respond = (res) => res.writeHead(410).end();
		await change("tkt_1");
		await expect
			.poll(async () => (await getWebhook(webhook.id)).enabled)
			.toBe(false);
		expect(await getWebhook(webhook.id)).toMatchObject({
			disabled_reason: "gone",
		});
		const { data } = json(
			await service.api.listEvents(
				{ page: undefined, types: ["webhook.disabled"] },
				call(),
			),
		);
		expect(data).toMatchObject([
			{
				sequence: 2,
				actor: { type: "system", id: null },
				resource: { type: "webhook", id: webhook.id },
				data: { object: { enabled: false }, previous: { enabled: true } },
			},
		]);
		await change("tkt_1");
		expect(receiver.received).toHaveLength(1);
	});

	it("is refused where it leads inside, when it is created and when it is changed", async () => {
		const strict = await givenService(url);
		const refused = { type: "validation_error", code: "webhook_url_refused" };
		await expect(
			strict.api.createWebhook(
				{
					url: receiver.url,
					types: ["ticket.*"],
					description: "",
					enabled: true,
					idempotency: undefined,
				},
				call(),
			),
		).rejects.toMatchObject({ ...refused, param: "url" });
		const webhook = await createWebhook();
		await expect(
			strict.api.updateWebhook(
				{ id: webhook.id, url: "http://[::1]/", types: [] },
				call(),
			),
		).rejects.toMatchObject(refused);
	});

	it("gets a test event that is in no list, signed and recorded as the others", async () => {
		const webhook = await createWebhook({ types: ["message.*"] });
		const delivery = json(
			await service.api.testWebhook(
				{ id: webhook.id, idempotency: undefined },
				call(),
			),
		);
		expect(delivery).toMatchObject({
			webhook_id: webhook.id,
			event_type: "webhook.test",
			status: "pending",
			attempts: [],
		});
		await received(1);
		const { headers, body } = receiver.received[0]!;
		const sent = new Webhook(webhook.secret).verify(body, headers);
		expect(sent).toMatchObject({
			id: delivery.event_id,
			type: "webhook.test",
			sequence: 0,
			data: { object: { id: webhook.id } },
		});
		await expect
			.poll(async () => (await deliveriesOf(webhook.id))[0])
			.toMatchObject({ id: delivery.id, status: "delivered" });
		const listed = { page: undefined, types: [] };
		expect(json(await service.api.listEvents(listed, call())).data).toEqual([]);
	});

	it("gets a whole day again, each event once and with its sequence", async () => {
		const EVENTS = 300;
		const client = await connectWriter(url);
		const ids: string[] = [];
		for (let n = 0; n < EVENTS; n += 1)
			ids.push((await changeThing(client, workspaceId, `tkt_${n}`)).id);
		await client.end();
		const last = async () =>
			json(
				await service.api.listEvents(
					{
						page: { limit: 1, cursor: "", sort: "sequence:desc" },
						types: [],
					},
					call(),
				),
			).data[0]?.sequence;
		await expect.poll(last).toBe(EVENTS);
		service.advance(DAY_MS);
		const webhook = await createWebhook();
		const idempotency = { key: "a day", fingerprint: "same" };
		const request = { id: webhook.id, after: 0, idempotency };
		const context = call();
		for (let n = 0; n < 2; n += 1) {
			const response = await service.api.replayWebhook(request, context);
			expect(json(response).queued).toBe(EVENTS);
		}
		await expect
			.poll(() => receiver.received.length, { timeout: 30_000 })
			.toBe(EVENTS);
		const bodies = receiver.received.map(({ body }) => JSON.parse(body));
		expect(bodies.map(({ id }) => id).sort()).toEqual(ids.sort());
		expect(
			bodies.map(({ sequence }) => sequence).sort((a, b) => a - b),
		).toEqual(ids.map((_, n) => n + 1));
	});

	it("gets again what is behind a sequence", async () => {
		const webhook = await createWebhook();
		const ids = await change("tkt_1", "tkt_2", "tkt_3");
		await received(3);
		const { queued } = json(
			await service.api.replayWebhook(
				{ id: webhook.id, after: 1, idempotency: undefined },
				call(),
			),
		);
		expect(queued).toBe(2);
		await received(5);
		expect(
			receiver.received
				.slice(3)
				.map(({ headers }) => headers["webhook-id"])
				.sort(),
		).toEqual(ids.slice(1).sort());
	});

	it("shows no secret after it was created, and repeats the first response for the same idempotency key", async () => {
		const idempotency = { key: "again", fingerprint: "same" };
		const request = {
			url: receiver.url,
			types: ["ticket.*"],
			description: "",
			enabled: true,
			idempotency,
		};
		const context = call();
		const first = await service.api.createWebhook(request, context);
		const again = await service.api.createWebhook(request, context);
		expect(json(first).secret).toMatch(/^whsec_/);
		expect(again).toEqual({ ...first, replayed: true });
		expect(await getWebhook(json(first).id)).not.toHaveProperty("secret");
		const admin = new pg.Client(url);
		await admin.connect();
		const { rows } = await admin.query(
			"select body from events.idempotency_keys",
		);
		await admin.end();
		expect(rows[0].body).not.toContain("whsec_");
	});
});
