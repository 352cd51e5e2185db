import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { givenService } from "./given.ts";
import { type GivenWebhooks, givenWebhooks, json } from "./given-webhooks.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WAIT = { timeout: 15_000 };

let given: GivenWebhooks;
beforeEach(async () => {
	given = await givenWebhooks();
});

/** Creates a webhook; returns its id and its owner. */
async function createOwned(): Promise<{ id: string; ownerId: string }> {
	const context = given.call();
	const types = ["ticket.*", "webhook.*"];
	const { id } = await given.createWebhook({ types }, context);
	return { id, ownerId: context.actorId };
}

const attemptsOf = (id: string) =>
	expect.poll(
		async () => (await given.deliveriesOf(id))[0]?.attempts.length,
		WAIT,
	);

const disabledEvents = async () =>
	json(
		await given.service.api.listEvents(
			{ page: undefined, types: ["webhook.disabled"] },
			given.call(),
		),
	).data;

describe("a webhook of which every attempt fails", () => {
	beforeEach(() => {
		given.receiver.respond = (res) => res.writeHead(500).end();
	});

	it("is disabled after five days, which is an event and a mail to its owner", async () => {
		const { id, ownerId } = await createOwned();
		await given.change("tkt_1");
		await attemptsOf(id).toBe(1);
		given.service.advance(5 * DAY_MS - MINUTE_MS);
		await attemptsOf(id).toBe(2);
		expect(await given.getWebhook(id)).toMatchObject({ enabled: true });
		given.service.advance(2 * MINUTE_MS);
		await expect
			.poll(() => given.getWebhook(id), WAIT)
			.toMatchObject({ enabled: false, disabled_reason: "failing" });
		const [event, ...more] = await disabledEvents();
		expect(more).toEqual([]);
		expect(event).toMatchObject({
			actor: { type: "system", id: null },
			resource: { type: "webhook", id },
			data: {
				object: { id, enabled: false, disabled_reason: "failing" },
				previous: { enabled: true, disabled_reason: null },
			},
		});
		await expect.poll(() => given.service.notices, WAIT).toHaveLength(1);
		expect(given.service.notices[0]).toMatchObject({
			agentId: ownerId,
			noticeId: event.id,
			subject: `Webhook disabled: ${new URL(given.receiver.url).host}`,
			text: expect.stringContaining(
				`${id} was disabled because every attempt to deliver to it failed for five days`,
			),
		});
	});

	it("stays enabled when the product was stopped for most of the five days", async () => {
		const { id } = await createOwned();
		await given.change("tkt_1");
		await attemptsOf(id).toBe(1);
		await given.service.stop();
		const admin = new pg.Client(given.url);
		await admin.connect();
		await admin.query(
			"update events.webhooks set failing_since = failing_since - interval '6 days'",
		);
		await admin.query(
			"update events.attempts set started_at = started_at - interval '6 days'",
		);
		await admin.end();
		given.receiver.respond = (res) => res.writeHead(204).end();
		const service = await givenService(given.url, {
			WEBHOOK_ALLOW: "127.0.0.0/8",
		});
		const read = async () =>
			json(await service.api.getWebhook({ id }, given.call()));
		await given.received(2);
		// Longer than the service waits before it looks for failing webhooks again.
		await new Promise((resolve) => setTimeout(resolve, 6_000));
		expect(await read()).toMatchObject({ enabled: true });
		expect(service.notices).toEqual([]);
	});

	it("stays enabled when its URL is changed before the five days are over", async () => {
		const { id } = await createOwned();
		await given.change("tkt_1");
		await attemptsOf(id).toBe(1);
		given.service.advance(5 * DAY_MS - MINUTE_MS);
		await attemptsOf(id).toBe(2);
		const url = `${given.receiver.url}/moved`;
		json(
			await given.service.api.updateWebhook(
				{ id, url, types: [] },
				given.call(),
			),
		);
		given.service.advance(2 * MINUTE_MS);
		// Longer than the service waits before it looks for failing webhooks again.
		await new Promise((resolve) => setTimeout(resolve, 6_000));
		expect(await given.getWebhook(id)).toMatchObject({ enabled: true });
		expect(given.service.notices).toEqual([]);
	});

	it("stays enabled when one attempt in the five days succeeded", async () => {
		const { id } = await createOwned();
		await given.change("tkt_1");
		await attemptsOf(id).toBe(1);
		given.service.advance(3 * DAY_MS);
		given.receiver.respond = (res) => res.writeHead(204).end();
		await attemptsOf(id).toBe(2);
		given.receiver.respond = (res) => res.writeHead(500).end();
		given.service.advance(3 * DAY_MS);
		await given.change("tkt_2");
		await expect
			.poll(
				async () => (await given.deliveriesOf(id))[1]?.attempts.length,
				WAIT,
			)
			.toBe(1);
		// Longer than the service waits before it looks for failing webhooks again.
		await new Promise((resolve) => setTimeout(resolve, 6_000));
		expect(await given.getWebhook(id)).toMatchObject({ enabled: true });
		expect(given.service.notices).toEqual([]);
	});
});

it("mails the owner once when an endpoint is gone, and delivers events from then on when it is enabled again", async () => {
	const { id, ownerId } = await createOwned();
	given.receiver.respond = (res) => res.writeHead(410).end();
	await given.change("tkt_1");
	await expect.poll(() => given.service.notices, WAIT).toHaveLength(1);
	expect(given.service.notices[0]).toMatchObject({
		agentId: ownerId,
		text: expect.stringContaining("its endpoint returned 410 Gone"),
	});
	const [between] = await given.change("tkt_2");
	// A webhook gets what is appended to the log while it is enabled.
	await expect
		.poll(
			() =>
				given.service.api.getEvent({ id: between! }, given.call()).then(
					() => true,
					() => false,
				),
			WAIT,
		)
		.toBe(true);
	given.receiver.respond = (res) => res.writeHead(204).end();
	const enabled = { id, enabled: true, types: [] };
	json(await given.service.api.updateWebhook(enabled, given.call()));
	const [later] = await given.change("tkt_3");
	await expect
		.poll(() =>
			given.receiver.received.map(({ headers }) => headers["webhook-id"]),
		)
		.toContain(later);
	expect(
		given.receiver.received.map(({ headers }) => headers["webhook-id"]),
	).not.toContain(between);
	// Longer than the service waits before it looks for notices again.
	await new Promise((resolve) => setTimeout(resolve, 6_000));
	expect(given.service.notices).toHaveLength(1);
	expect(await disabledEvents()).toHaveLength(1);
});
