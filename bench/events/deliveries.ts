import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import { openChanges } from "./changes.ts";

const POLL_MS = 20;
const BATCH = 500;

export interface DeliveriesReport {
	readonly webhooks: number;
	readonly deliveries: number;
	readonly perMinute: number;
}

/** Commits events at once and measures how fast they arrive at webhooks on this machine. */
export async function measureDeliveries(
	cluster: Cluster,
	webhooks: number,
	events: number,
): Promise<DeliveriesReport> {
	const received = new Set<string>();
	const endpoint = createServer((req, res) => {
		received.add(`${req.url} ${req.headers["webhook-id"]}`);
		req.resume();
		res.writeHead(204).end();
	});
	endpoint.listen(0, "127.0.0.1");
	await once(endpoint, "listening");
	const { port } = endpoint.address() as AddressInfo;
	const workspace = await provisionWorkspace(cluster.databaseUrl, "webhooks", {
		plan: "enterprise",
		unlimited: true,
	});
	for (let n = 0; n < webhooks; n += 1) {
		const response = await fetch(`${cluster.urls[0]}/v1/webhooks`, {
			method: "POST",
			headers: {
				authorization: `Bearer ${workspace.key}`,
				"content-type": "application/json",
			},
			body: JSON.stringify({
				url: `http://127.0.0.1:${port}/${n}`,
				types: ["ticket.*"],
			}),
		});
		if (response.status !== 201) {
			throw new Error(`webhook: ${response.status} ${await response.text()}`);
		}
	}
	const changes = openChanges(cluster.databaseUrl, 1);
	const deliveries = events * webhooks;
	const startedMs = performance.now();
	for (let n = 0; n < events; n += BATCH) {
		await changes.commitMany(workspace.id, Math.min(BATCH, events - n));
	}
	while (received.size < deliveries) await sleep(POLL_MS);
	const minutes = (performance.now() - startedMs) / 60_000;
	await changes.close();
	endpoint.closeAllConnections();
	endpoint.close();
	return { webhooks, deliveries, perMinute: deliveries / minutes };
}
