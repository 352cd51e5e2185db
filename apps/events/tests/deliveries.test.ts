import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { type GivenWebhooks, givenWebhooks, json } from "./given-webhooks.ts";
import { startReceiver } from "./receiver.ts";
import { changeThing, connectWriter } from "./source.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

// Of a delivery, by the status of the response; others are tried again.
const ENDS: Readonly<Record<number, string>> = {
	200: "delivered",
	410: "failed",
};

let given: GivenWebhooks;
beforeEach(async () => {
	given = await givenWebhooks();
});

describe("a delivery", () => {
	it("is the event, signed as the Standard Webhooks library verifies it", async () => {
		const webhook = await given.createWebhook();
		const [eventId] = await given.change("tkt_1");
		await given.received(1);
		const { headers, body } = given.receiver.received[0]!;
		expect(headers["webhook-id"]).toBe(eventId);
		const verified = new Webhook(webhook.secret).verify(body, headers);
		expect(verified).toMatchObject({
			id: eventId,
			type: "ticket.created",
			sequence: 1,
			data: { object: { id: "tkt_1", version: 1 }, previous: null },
		});
		const event = json(
			await given.service.api.getEvent({ id: eventId! }, given.call()),
		);
		expect(JSON.parse(body)).toEqual(event);
		const other = await given.createWebhook();
		expect(() => new Webhook(other.secret).verify(body, headers)).toThrow();
	});

	it("has two signatures for a day after its secret was rotated", async () => {
		const { id, secret: before } = await given.createWebhook();
		const rotated = json(
			await given.service.api.rotateWebhook(
				{ id, idempotency: undefined },
				given.call(),
			),
		);
		expect(rotated.secret).not.toBe(before);
		await given.change("tkt_1");
		await given.received(1);
		const { headers, body } = given.receiver.received[0]!;
		expect(headers["webhook-signature"]!.split(" ")).toHaveLength(2);
		for (const secret of [before, rotated.secret])
			new Webhook(secret).verify(body, headers);
		given.service.advance(DAY_MS + MINUTE_MS);
		await given.change("tkt_1");
		await given.received(2);
		const later = given.receiver.received[1]!.headers["webhook-signature"]!;
		expect(later.split(" ")).toHaveLength(1);
	});

	it("is made of the types that the webhook names, and of no other workspace's events", async () => {
		await given.createWebhook({ types: ["ticket.updated"] });
		const client = await connectWriter(given.url);
		await changeThing(client, newId("wsp", Date.now()), "tkt_1");
		await client.end();
		const [, updated] = await given.change("tkt_1", "tkt_1");
		await given.received(1);
		expect(given.receiver.received[0]!.headers["webhook-id"]).toBe(updated);
	});

	it("shows its attempts, with status, duration and the first KiB of the response", async () => {
		const webhook = await given.createWebhook();
		given.receiver.respond = (res) => res.writeHead(500).end("x".repeat(5_000));
		await given.change("tkt_1");
		await given.received(1);
		given.receiver.respond = (res) => res.writeHead(200).end("thanks");
		given.service.advance(10_000);
		await given.received(2);
		await expect
			.poll(async () => (await given.deliveriesOf(webhook.id))[0].status)
			.toBe("delivered");
		const [delivery] = await given.deliveriesOf(webhook.id);
		expect(delivery).toMatchObject({
			event_type: "ticket.created",
			next_attempt_at: null,
			attempts: [
				{ number: 1, status_code: 500, response_body: "x".repeat(1_024) },
				{ number: 2, status_code: 200, response_body: "thanks", error: null },
			],
		});
		const ids = given.receiver.received.map(
			({ headers }) => headers["webhook-id"],
		);
		expect(ids[0]).toBe(ids[1]);
		const times = given.receiver.received.map(({ headers }) =>
			Number(headers["webhook-timestamp"]),
		);
		expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(9);
	});

	it("waits as long as Retry-After asks", async () => {
		const webhook = await given.createWebhook();
		given.receiver.respond = (res) =>
			res.writeHead(503, { "retry-after": "3600" }).end();
		await given.change("tkt_1");
		await expect
			.poll(
				async () => (await given.deliveriesOf(webhook.id))[0]?.attempts.length,
			)
			.toBe(1);
		const [{ next_attempt_at, attempts }] = await given.deliveriesOf(
			webhook.id,
		);
		const waitMs =
			Date.parse(next_attempt_at) - Date.parse(attempts[0].started_at);
		expect(waitMs).toBeGreaterThanOrEqual(60 * MINUTE_MS);
	});

	it("has the status of a response whose body breaks or does not end", async () => {
		const statuses = [200, 410, 500, 503];
		const expected: unknown[] = [];
		const webhooks: { id: string }[] = [];
		for (const status of statuses) {
			const receiver = await startReceiver();
			receiver.respond = (res) => {
				res.writeHead(status, { "content-length": 100, "retry-after": "60" });
				res.write("part", () => status !== 503 && res.destroy());
			};
			webhooks.push(await given.createWebhook({ url: receiver.url }));
			expected.push([{ status_code: status, response_body: "part" }]);
		}
		await given.change("tkt_1");
		const deliveries = () =>
			Promise.all(
				webhooks.map(async ({ id }) => (await given.deliveriesOf(id))[0]),
			);
		await expect
			.poll(async () => (await deliveries()).map((each) => each?.attempts), {
				timeout: 30_000,
			})
			.toMatchObject(expected);
		expect((await deliveries()).map(({ status }) => status)).toEqual(
			statuses.map((status) => ENDS[status] ?? "pending"),
		);
		expect((await given.getWebhook(webhooks[1]!.id)).disabled_reason).toBe(
			"gone",
		);
	});

	it("fails where the endpoint changes the protocol, or does not respond in time", async () => {
		const changing = await startReceiver();
		changing.respond = ({ socket }) =>
			socket!.end(
				"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
			);
		const hanging = await startReceiver();
		hanging.respond = () => {};
		const first = await given.createWebhook({ url: changing.url });
		const second = await given.createWebhook({ url: hanging.url });
		await given.change("tkt_1");
		const attemptOf = async ({ id }: { id: string }) =>
			(await given.deliveriesOf(id))[0]?.attempts[0];
		await expect
			.poll(() => attemptOf(first))
			.toMatchObject({ status_code: 101, error: "The endpoint returned 101." });
		await expect
			.poll(() => attemptOf(second), { timeout: 30_000 })
			.toMatchObject({ status_code: null, error: "No response within 15 s." });
	});

	it("follows no redirect", async () => {
		const elsewhere = await startReceiver();
		const webhook = await given.createWebhook();
		given.receiver.respond = (res) =>
			res.writeHead(302, { location: elsewhere.url }).end();
		await given.change("tkt_1");
		await expect
			.poll(async () => (await given.deliveriesOf(webhook.id))[0]?.attempts[0])
			.toMatchObject({ status_code: 302 });
		expect(elsewhere.received).toEqual([]);
	});

	it("is tried twelve times by the schedule, fails for good, and is tried again when requested", async () => {
		const webhook = await given.createWebhook();
		given.receiver.respond = (res) => res.writeHead(500).end();
		await given.change("tkt_1");
		const SECOND_MS = 1_000;
		const waits = [
			...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS],
			...[1, 3, 6, 12, 24, 24, 24].map((hours) => hours * 60 * MINUTE_MS),
		];
		for (let attempts = 1; attempts <= 12; attempts += 1) {
			await given.received(attempts);
			await expect
				.poll(
					async () => (await given.deliveriesOf(webhook.id))[0].attempts.length,
				)
				.toBe(attempts);
			const [delivery] = await given.deliveriesOf(webhook.id);
			const waitMs = waits[attempts - 1];
			if (waitMs === undefined) break;
			const dueMs = Date.parse(delivery.next_attempt_at);
			const attemptedMs = Date.parse(delivery.attempts.at(-1).started_at);
			// Up to a tenth of jitter, and what the attempt took.
			expect(dueMs - attemptedMs).toBeGreaterThanOrEqual(waitMs);
			expect(dueMs - attemptedMs).toBeLessThan(waitMs * 1.1 + 2 * SECOND_MS);
			given.service.advance(waitMs * 1.1 + 2 * SECOND_MS);
			// Five days of failures only disable the webhook: here that is left to its own test.
			await clearFailures();
		}
		const [failed] = await given.deliveriesOf(webhook.id);
		expect(failed).toMatchObject({ status: "failed", next_attempt_at: null });
		given.receiver.respond = (res) => res.writeHead(204).end();
		await given.service.api.retryDelivery(
			{
				webhookId: webhook.id,
				deliveryId: failed.id,
				idempotency: undefined,
			},
			given.call(),
		);
		await given.received(13);
		await expect
			.poll(async () => (await given.deliveriesOf(webhook.id))[0].status)
			.toBe("delivered");
	});
});

async function clearFailures(): Promise<void> {
	const admin = new pg.Client(given.url);
	await admin.connect();
	await admin.query("update events.webhooks set failing_since = null");
	await admin.end();
}
