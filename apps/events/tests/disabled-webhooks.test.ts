import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { newId } from "@supportdesk/ids/ids.ts";
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
const WAIT = { timeout: 15_000 };

// biome-ignore lint/suspicious/noExplicitAny: responses are looked at field by field, as a client would.
const json = (response: Rendered): any =>
	JSON.parse(Buffer.from(response.body).toString());

let url: string;
let service: GivenService;
let receiver: Receiver;
let workspaceId: string;

beforeEach(async () => {
	url = await givenDatabase();
	service = await givenService(url, { WEBHOOK_ALLOW: "127.0.0.0/8" });
	receiver = await startReceiver();
	workspaceId = newId("wsp", Date.now());
});

/** Creates a webhook; returns its id and its owner. */
async function createWebhook(): Promise<{ id: string; ownerId: string }> {
	const context = calledBy(workspaceId);
	const request = {
		url: receiver.url,
		types: ["ticket.*", "webhook.*"],
		description: "",
		enabled: true,
		idempotency: undefined,
	};
	const { id } = json(await service.api.createWebhook(request, context));
	return { id, ownerId: context.actorId };
}

const getWebhook = async (id: string) =>
	json(await service.api.getWebhook({ id }, calledBy(workspaceId)));

const deliveriesOf = async (webhookId: string) =>
	json(
		await service.api.listDeliveries(
			{
				webhookId,
				page: { limit: 100, cursor: "", sort: "created_at:asc" },
			},
			calledBy(workspaceId),
		),
	).data;

async function change(thing: string): Promise<string> {
	const client = await connectWriter(url);
	const { id } = await changeThing(client, workspaceId, thing);
	await client.end();
	return id;
}

const attemptsOf = (id: string) =>
	expect.poll(async () => (await deliveriesOf(id))[0]?.attempts.length, WAIT);

const disabledEvents = async () =>
	json(
		await service.api.listEvents(
			{ page: undefined, types: ["webhook.disabled"] },
			calledBy(workspaceId),
		),
	).data;

describe("a webhook of which every attempt fails", () => {
	beforeEach(() => {
		receiver.respond = (res) => res.writeHead(500).end();
	});

	it("is disabled after five days, which is an event and a mail to its owner", async () => {
		const { id, ownerId } = await createWebhook();
		await change("tkt_1");
		await attemptsOf(id).toBe(1);
		service.advance(5 * DAY_MS - MINUTE_MS);
		await attemptsOf(id).toBe(2);
		expect(await getWebhook(id)).toMatchObject({ enabled: true });
		service.advance(2 * MINUTE_MS);
		await expect
			.poll(() => getWebhook(id), WAIT)
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
		await expect.poll(() => service.notices, WAIT).toHaveLength(1);
		expect(service.notices[0]).toMatchObject({
			agentId: ownerId,
			noticeId: event.id,
			subject: `Webhook disabled: ${new URL(receiver.url).host}`,
			text: expect.stringContaining(
				`${id} was disabled because every attempt to deliver to it failed for five days`,
			),
		});
	});

	it("stays enabled when one attempt in the five days succeeded", async () => {
		const { id } = await createWebhook();
		await change("tkt_1");
		await attemptsOf(id).toBe(1);
		service.advance(3 * DAY_MS);
		receiver.respond = (res) => res.writeHead(204).end();
		await attemptsOf(id).toBe(2);
		receiver.respond = (res) => res.writeHead(500).end();
		service.advance(3 * DAY_MS);
		await change("tkt_2");
		await expect
			.poll(async () => (await deliveriesOf(id))[1]?.attempts.length, WAIT)
			.toBe(1);
		// Longer than the service waits before it looks for failing webhooks again.
		await new Promise((resolve) => setTimeout(resolve, 6_000));
		expect(await getWebhook(id)).toMatchObject({ enabled: true });
		expect(service.notices).toEqual([]);
	});
});

it("mails the owner once when an endpoint is gone, and delivers what waited when it is enabled again", async () => {
	const { id, ownerId } = await createWebhook();
	receiver.respond = (res) => res.writeHead(410).end();
	await change("tkt_1");
	await expect.poll(() => service.notices, WAIT).toHaveLength(1);
	expect(service.notices[0]).toMatchObject({
		agentId: ownerId,
		text: expect.stringContaining("its endpoint returned 410 Gone"),
	});
	await change("tkt_2");
	receiver.respond = (res) => res.writeHead(204).end();
	const enabled = { id, enabled: true, types: [] };
	json(await service.api.updateWebhook(enabled, calledBy(workspaceId)));
	const later = await change("tkt_3");
	await expect
		.poll(() => receiver.received.map(({ headers }) => headers["webhook-id"]))
		.toContain(later);
	// Longer than the service waits before it looks for notices again.
	await new Promise((resolve) => setTimeout(resolve, 6_000));
	expect(service.notices).toHaveLength(1);
	expect(await disabledEvents()).toHaveLength(1);
});
