import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@supportdesk/ids/ids.ts";
import { expect, it } from "vitest";
import { createLookup, type Lookup } from "../src/deliver/lookup.ts";
import {
	calledBy,
	type GivenService,
	givenDatabase,
	givenService,
} from "./given.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { changeThing, connectWriter } from "./source.ts";

const CHANGES = 60;
const EVERY_MS = 25;
const HEALTHY = 5;
const ALLOW = { WEBHOOK_ALLOW: "127.0.0.0/8" };

const createWebhook = (
	{ api }: GivenService,
	workspaceId: string,
	url: string,
) =>
	api.createWebhook(
		{
			url,
			types: ["ticket.*"],
			description: "",
			enabled: true,
			idempotency: undefined,
		},
		calledBy(workspaceId),
	);

/** Makes changes one after the other; returns how long each took to be at every receiver, in milliseconds. */
async function measure(
	url: string,
	workspaceId: string,
	receivers: readonly Receiver[],
): Promise<number[]> {
	const client = await connectWriter(url);
	const committedMs = new Map<string, number>();
	const before = receivers.map(({ received }) => received.length);
	for (let n = 0; n < CHANGES; n += 1) {
		const { id } = await changeThing(client, workspaceId, `tkt_${n}`);
		committedMs.set(id, Date.now());
		await sleep(EVERY_MS);
	}
	await client.end();
	for (const [n, { received }] of receivers.entries()) {
		await expect
			.poll(() => received.length, { timeout: 20_000 })
			.toBe(before[n]! + CHANGES);
	}
	return receivers.flatMap(({ received }, n) =>
		received
			.slice(before[n])
			.map(
				({ headers, atMs }) => atMs - committedMs.get(headers["webhook-id"]!)!,
			),
	);
}

const p95 = (values: readonly number[]) =>
	values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;

it("delivers to webhooks as fast as before while others hang, are slow, fail, or have a name that is not resolved", async () => {
	const url = await givenDatabase();
	const system = createLookup();
	const lookup: Lookup = (name) =>
		name === "unresolved.example" ? new Promise<never>(() => {}) : system(name);
	const service = await givenService(url, ALLOW, { lookup });
	const workspaceId = newId("wsp", Date.now());
	const healthy: Receiver[] = [];
	for (let n = 0; n < HEALTHY; n += 1) {
		const receiver = await startReceiver();
		await createWebhook(service, workspaceId, receiver.url);
		healthy.push(receiver);
	}
	const alone = await measure(url, workspaceId, healthy);

	const hanging = await startReceiver();
	hanging.respond = () => {};
	const slow = await startReceiver();
	slow.respond = (res) => {
		setTimeout(() => res.writeHead(200).end(), 3_000);
	};
	const failing = await startReceiver();
	failing.respond = (res) => res.writeHead(500).end();
	for (const bad of [hanging.url, slow.url, failing.url])
		await createWebhook(service, workspaceId, bad);
	// A webhook is not created with a name that cannot be resolved: it stops being resolved later.
	const admin = await connectWriter(url);
	await admin.query(
		`insert into events.webhooks
		 select (jsonb_populate_record(w, '{"id": "whk_unresolved", "url": "http://unresolved.example/"}')).*
		   from events.webhooks w
		  limit 1`,
	);
	await admin.end();
	// Other load on the machine only adds: of several measurements the lowest tells what the bad endpoints add.
	const besides: number[] = [];
	for (let n = 0; n < 3; n += 1) {
		besides.push(p95(await measure(url, workspaceId, healthy)));
	}

	expect(failing.received.length).toBeGreaterThan(0);
	expect(hanging.received.length).toBeGreaterThan(0);
	expect(hanging.received.length).toBeLessThan(CHANGES);
	// What hangs would hold up others for 15 s.
	expect(Math.min(...besides)).toBeLessThan(1.5 * p95(alone) + 100);
});
