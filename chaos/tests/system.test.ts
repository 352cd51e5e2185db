import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { sendRequest } from "@supportdesk/cluster/send-request.ts";
import { redisMissing } from "@supportdesk/testkit/redis.ts";
import {
	startTcpProxy,
	type TcpProxy,
} from "@supportdesk/testkit/tcp-proxy.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkHealth } from "./health.ts";

const START_MS = 180_000; // seven processes on a machine that also runs all other tests
const TEST_MS = 120_000;
const POLLING = { timeout: 30_000, interval: 200 };
const NEW_TICKET = {
	subject: "A fault",
	body: "Where is my parcel?",
	contact: { email: "system@example.com" },
};
const missing = redisMissing(true);

describe.skipIf(missing)(
	`the product as processes${missing ? ` (${missing})` : ""}`,
	() => {
		let folder: string;
		let cluster: Cluster;
		let workspace: Workspace;
		let proxy: TcpProxy;
		let ticketPath: string;
		beforeAll(async () => {
			folder = makeTempFolder("system");
			cluster = await startCluster({
				folder,
				replicas: { tickets: 2 },
				env: {
					ai: { SUPPORTDESK_MODELS_FETCH: "false" },
					gateway: { DRAIN_DELAY_MS: "0" },
				},
				// PostgreSQL restarts on another port; the proxy hides this from its clients.
				async between(name, port) {
					if (name !== "postgres") return port();
					proxy = await startTcpProxy(port);
					return proxy.port;
				},
			});
			const { databaseUrl } = cluster;
			workspace = await provisionWorkspace(databaseUrl, "system", {
				plan: "enterprise",
				unlimited: true,
			});
			const created = await create();
			ticketPath = `/v1/tickets/${((await created.json()) as { id: string }).id}`;
		}, START_MS);
		afterAll(async () => {
			await cluster?.stop();
			await proxy?.close();
			removeFolder(folder);
		}, START_MS);

		const send = async (method: string, path: string, body?: unknown) =>
			sendRequest(workspace.key, method, cluster.urls[0] + path, body);
		const read = () => send("GET", ticketPath);
		const search = () =>
			send("POST", "/v1/knowledge/search", { query: "refund" });
		const create = () => send("POST", "/v1/tickets", NEW_TICKET);
		/** Uses a connection for one request: fetch would keep all connections open. */
		const createOnOwnConnection = () =>
			new Promise<number>((resolve, reject) => {
				const { key } = workspace;
				request(`${cluster.urls[0]}/v1/tickets`, {
					method: "POST",
					agent: false,
					headers: {
						Authorization: `Bearer ${key}`,
						"Content-Type": "application/json",
					},
				})
					.on("error", reject)
					.on("response", (response) => {
						response.resume();
						resolve(response.statusCode!);
					})
					.end(JSON.stringify(NEW_TICKET));
			});
		const statusOf = async (request: () => Promise<Response>) => {
			const response = await request();
			await response.arrayBuffer();
			return response.status;
		};
		const ticketsProcesses = () =>
			cluster.apps.filter(({ app }) => app === "tickets");
		const signal = (name: NodeJS.Signals, count: number) => {
			for (const { pid } of ticketsProcesses().slice(0, count)) {
				process.kill(pid()!, name);
			}
		};
		const untilRecovered = () =>
			expect
				.poll(
					async () => [await statusOf(read), await statusOf(create)],
					POLLING,
				)
				.toEqual([200, 201]);

		it(
			"is live but not ready without its database, and recovers with it",
			async () => {
				const { port } = ticketsProcesses()[0]!;
				const health = async () => [
					await statusOf(() => send("GET", "/readyz")),
					await checkHealth(port, "supportdesk.tickets.v1.TicketsService"),
					await statusOf(() => send("GET", "/healthz")),
					await checkHealth(port, "liveness"),
				];
				expect(await health()).toEqual([200, "SERVING", 200, "SERVING"]);
				const pids = cluster.apps.map(({ pid }) => pid());
				await cluster.postgres.kill();
				await expect
					.poll(health, POLLING)
					.toEqual([503, "NOT_SERVING", 200, "SERVING"]);
				const refused = await read();
				expect(refused.status).toBe(503);
				expect(refused.headers.get("retry-after")).toBe("2");
				await cluster.postgres.start();
				await expect
					.poll(health, POLLING)
					.toEqual([200, "SERVING", 200, "SERVING"]);
				await untilRecovered();
				expect(cluster.apps.map(({ pid }) => pid())).toEqual(pids);
			},
			TEST_MS,
		);

		it(
			"refuses reads before writes when too many wait for a hanging service, and frees their resources",
			async () => {
				const resourcesBefore = await activeResources();
				signal("SIGSTOP", 2);
				// Above the limit of 2,000 at which reads are refused, below the 2,500 of writes. Each waits for ten seconds.
				const writes = Array.from({ length: 2_100 }, createOnOwnConnection);
				let refusal: Response | undefined;
				await expect
					.poll(async () => {
						const since = performance.now();
						const response = await read();
						await response.arrayBuffer();
						if (response.status === 503) refusal = response;
						return [response.status, performance.now() - since < 2_000];
					}, POLLING)
					.toEqual([503, true]);
				expect(refusal!.headers.get("retry-after")).toBe("2");
				const statuses = new Set(await Promise.all(writes));
				expect([...statuses]).toEqual([502]);
				signal("SIGCONT", 2);
				await untilRecovered();
				await expect.poll(slotsTaken, POLLING).toBe(0);
				await expect
					.poll(activeResources, POLLING)
					.toBeLessThan(resourcesBefore + 50);
			},
			TEST_MS,
		);

		it(
			"continues without a hanging process, and without failures once the hang is detected",
			async () => {
				signal("SIGSTOP", 1);
				const stoppedAt = Date.now();
				const failedAt: number[] = [];
				const neighbours = new Set<number>();
				const open: Promise<void>[] = [];
				const readOnce = async () => {
					const sentAt = Date.now();
					if ((await statusOf(read)) !== 200) failedAt.push(sentAt - stoppedAt);
				};
				while (Date.now() < stoppedAt + 32_000) {
					open.push(readOnce());
					neighbours.add(await statusOf(search));
					await sleep(100);
				}
				await Promise.all(open);
				signal("SIGCONT", 1);
				expect([...neighbours]).toEqual([200]);
				expect(failedAt.filter((ms) => ms > 27_000)).toEqual([]);
				expect(failedAt.length).toBeLessThan(open.length / 2);
				await untilRecovered();
			},
			TEST_MS,
		);

		async function slotsTaken(): Promise<number> {
			const redis = createClient({ url: cluster.redis.url });
			await redis.connect();
			const taken = await redis.zCard(`rl:v1:{${workspace.keyId}}:leases`);
			redis.destroy();
			return taken;
		}

		/** The gateway's open sockets, timers and other resources. */
		async function activeResources(): Promise<number> {
			const text = await (await fetch(cluster.metricsUrl)).text();
			return Number(/^nodejs_active_resources_total (\d+)$/m.exec(text)?.[1]);
		}
	},
);
