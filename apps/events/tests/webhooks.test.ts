import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { givenService } from "./given.ts";
import { type GivenWebhooks, givenWebhooks, json } from "./given-webhooks.ts";
import { startReceiver } from "./receiver.ts";
import { changeThing, connectWriter } from "./source.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

let given: GivenWebhooks;
beforeEach(async () => {
	given = await givenWebhooks();
});

describe("a webhook", () => {
	it("is disabled at once when the endpoint is gone, which is an event that others are sent", async () => {
		const webhook = await given.createWebhook({
			types: ["ticket.*", "webhook.disabled"],
		});
		const { url, received } = await startReceiver();
		await given.createWebhook({ url, types: ["webhook.*"] });
		given.receiver.respond = (res) => res.writeHead(410).end();
		await given.change("tkt_1");
		await expect
			.poll(async () => (await given.getWebhook(webhook.id)).enabled)
			.toBe(false);
		expect(await given.getWebhook(webhook.id)).toMatchObject({
			disabled_reason: "gone",
		});
		const { data } = json(
			await given.service.api.listEvents(
				{ page: undefined, types: ["webhook.disabled"] },
				given.call(),
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
		await expect
			.poll(() => received.map(({ body }) => JSON.parse(body)))
			.toEqual(data);
		await given.change("tkt_1");
		expect(given.receiver.received).toHaveLength(1);
	});

	it("is refused where it leads inside, when it is created and when it is changed", async () => {
		const strict = await givenService(given.url);
		const refused = { type: "validation_error", code: "webhook_url_refused" };
		await expect(
			strict.api.createWebhook(
				{
					url: given.receiver.url,
					types: ["ticket.*"],
					description: "",
					enabled: true,
					idempotency: undefined,
				},
				given.call(),
			),
		).rejects.toMatchObject({ ...refused, param: "url" });
		const webhook = await given.createWebhook();
		await expect(
			strict.api.updateWebhook(
				{ id: webhook.id, url: "http://[::1]/", types: [] },
				given.call(),
			),
		).rejects.toMatchObject(refused);
	});

	it("is one of at most a hundred of its workspace", async () => {
		for (let n = 0; n < 100; n += 1) await given.createWebhook();
		await expect(given.createWebhook()).rejects.toMatchObject({
			type: "validation_error",
			code: "webhook_limit_exceeded",
		});
	});

	it("gets a test event that is in no list, signed and recorded as the others", async () => {
		const webhook = await given.createWebhook({ types: ["message.*"] });
		const delivery = json(
			await given.service.api.testWebhook(
				{ id: webhook.id, idempotency: undefined },
				given.call(),
			),
		);
		expect(delivery).toMatchObject({
			webhook_id: webhook.id,
			event_type: "webhook.test",
			status: "pending",
			attempts: [],
		});
		await given.received(1);
		const { headers, body } = given.receiver.received[0]!;
		const sent = new Webhook(webhook.secret).verify(body, headers);
		expect(sent).toMatchObject({
			id: delivery.event_id,
			type: "webhook.test",
			sequence: 0,
			data: { object: { id: webhook.id } },
		});
		await expect
			.poll(async () => (await given.deliveriesOf(webhook.id))[0])
			.toMatchObject({ id: delivery.id, status: "delivered" });
		const listed = { page: undefined, types: [] };
		expect(
			json(await given.service.api.listEvents(listed, given.call())).data,
		).toEqual([]);
	});

	it("names the agent whose session sends a test event", async () => {
		const webhook = await given.createWebhook();
		const [apiKeyId, actorId] = ["ses", "usr"].map((prefix) =>
			newId(prefix as "ses" | "usr", Date.now()),
		);
		await given.service.api.testWebhook(
			{ id: webhook.id, idempotency: undefined },
			{ ...given.call(), apiKeyId: apiKeyId!, actorId: actorId! },
		);
		await given.received(1);
		const { headers, body } = given.receiver.received[0]!;
		expect(new Webhook(webhook.secret).verify(body, headers)).toMatchObject({
			actor: { type: "agent", id: actorId },
		});
	});

	it("gets a whole day again, each event once and with its sequence", async () => {
		const EVENTS = 300;
		const client = await connectWriter(given.url);
		const ids: string[] = [];
		for (let n = 0; n < EVENTS; n += 1)
			ids.push((await changeThing(client, given.workspaceId, `tkt_${n}`)).id);
		await client.end();
		const last = async () =>
			json(
				await given.service.api.listEvents(
					{
						page: { limit: 1, cursor: "", sort: "sequence:desc" },
						types: [],
					},
					given.call(),
				),
			).data[0]?.sequence;
		await expect.poll(last).toBe(EVENTS);
		given.service.advance(DAY_MS);
		const webhook = await given.createWebhook();
		const idempotency = { key: "a day", fingerprint: "same" };
		const request = { id: webhook.id, after: 0, idempotency };
		const context = given.call();
		for (let n = 0; n < 2; n += 1) {
			const response = await given.service.api.replayWebhook(request, context);
			expect(json(response).queued).toBe(EVENTS);
		}
		await expect
			.poll(() => given.receiver.received.length, { timeout: 30_000 })
			.toBe(EVENTS);
		const bodies = given.receiver.received.map(({ body }) => JSON.parse(body));
		expect(bodies.map(({ id }) => id).sort()).toEqual(ids.sort());
		expect(
			bodies.map(({ sequence }) => sequence).sort((a, b) => a - b),
		).toEqual(ids.map((_, n) => n + 1));
	});

	it("gets again what is behind a sequence", async () => {
		const webhook = await given.createWebhook();
		const ids = await given.change("tkt_1", "tkt_2", "tkt_3");
		await given.received(3);
		const { queued } = json(
			await given.service.api.replayWebhook(
				{ id: webhook.id, after: 1, idempotency: undefined },
				given.call(),
			),
		);
		expect(queued).toBe(2);
		await given.received(5);
		expect(
			given.receiver.received
				.slice(3)
				.map(({ headers }) => headers["webhook-id"])
				.sort(),
		).toEqual(ids.slice(1).sort());
	});

	it("shows no secret after it was created, and repeats the first response for the same idempotency key", async () => {
		const idempotency = { key: "again", fingerprint: "same" };
		const request = {
			url: given.receiver.url,
			types: ["ticket.*"],
			description: "",
			enabled: true,
			idempotency,
		};
		const context = given.call();
		const first = await given.service.api.createWebhook(request, context);
		const again = await given.service.api.createWebhook(request, context);
		expect(json(first).secret).toMatch(/^whsec_/);
		expect(again).toEqual({ ...first, replayed: true });
		expect(await given.getWebhook(json(first).id)).not.toHaveProperty("secret");
		const admin = new pg.Client(given.url);
		await admin.connect();
		const { rows } = await admin.query(
			"select body from events.idempotency_keys",
		);
		await admin.end();
		expect(rows[0].body).not.toContain("whsec_");
	});
});
