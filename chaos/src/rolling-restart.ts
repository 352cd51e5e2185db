import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { createApiClient } from "./api-client.ts";
import { arrive, balance } from "./traffic.ts";

export interface RollingReport {
	readonly requests: number;
	/** By status; 0 is a lost connection. */
	readonly statuses: Readonly<Record<string, number>>;
	readonly failures: readonly string[];
	/** How long each process took to stop, milliseconds. */
	readonly stopMs: Readonly<Record<string, number>>;
}

const WRITE_EVERY = 5; // every fifth request is a create

/**
 * Restarts every process of the product, one after the other, while requests arrive at a constant rate. Like a load
 * balancer, the client probes the gateways' readiness and sends to the ready ones. It never retries a request.
 *
 * @param readyForMs how long a process has to be up before the next one is stopped (minReadySeconds of a Deployment)
 */
export async function runRollingRestart(
	requestsPerSecond: number,
	readyForMs: number,
): Promise<RollingReport> {
	const folder = makeTempFolder("rolling");
	const cluster = await startCluster({
		folder,
		replicas: { gateway: 2, tickets: 2, knowledge: 2, ai: 2 },
		env: { ai: { SUPPORTDESK_MODELS_FETCH: "false" } },
	});
	try {
		const workspace = await provisionWorkspace(cluster.databaseUrl, "rolling", {
			plan: "enterprise",
			unlimited: true,
		});
		const balancer = balance(cluster.urls);
		const api = createApiClient(workspace.key, balancer.next);
		const created = await api.send("POST", "/v1/tickets", newTicket(0));
		const traffic = arrive(requestsPerSecond, (n) =>
			n % WRITE_EVERY === 0
				? api.send("POST", "/v1/tickets", newTicket(n))
				: api.send("GET", `/v1/tickets/${created.body.id}`),
		);
		const stopMs: Record<string, number> = {};
		for (const app of cluster.apps) {
			stopMs[app.name] = await app.stop();
			await app.start();
			await sleep(readyForMs);
		}
		const { requests, statuses, failures } = await traffic.stop();
		balancer.stop();
		return { requests, statuses, failures, stopMs };
	} finally {
		await cluster.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

const newTicket = (n: number) => ({
	subject: `Rolling ${n}`,
	body: "Where is my parcel?",
	contact: { email: `rolling-${n % 100}@example.com` },
});
