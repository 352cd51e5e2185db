import { createDesk, type Desk, type Event } from "@supportdesk/client";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { redisMissing } from "@supportdesk/testkit/redis.ts";
import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	HTTP_FAULTS,
	type HttpProxy,
	startHttpProxy,
} from "../src/http-proxy.ts";

const START_MS = 180_000;
const TEST_MS = 240_000;
const CREATES = 1_000;
const AT_ONCE = 200;
const FAULTY = 0.3; // of all requests
// A client that gets no response abandons it after this time.
const TIMEOUT_MS = 2_000;
const missing = redisMissing(true);

describe.skipIf(missing)(
	`the clients behind a faulty proxy${missing ? ` (${missing})` : ""}`,
	() => {
		let folder: string;
		let cluster: Cluster;
		let workspace: Workspace;
		let proxy: HttpProxy;
		beforeAll(async () => {
			folder = makeTempFolder("clients");
			cluster = await startCluster({
				folder,
				env: {
					ai: { SUPPORTDESK_MODELS_FETCH: "false" },
					gateway: { DRAIN_DELAY_MS: "0" },
				},
			});
			workspace = await provisionWorkspace(cluster.databaseUrl, "clients", {
				plan: "enterprise",
				unlimited: true,
			});
			const random = seededRandom(1);
			proxy = await startHttpProxy(cluster.urls[0]!, () =>
				random() < FAULTY
					? HTTP_FAULTS[Math.floor(random() * HTTP_FAULTS.length)]
					: undefined,
			);
		}, START_MS);
		afterAll(async () => {
			await proxy?.close();
			await cluster?.stop();
			removeFolder(folder);
		}, START_MS);

		const deskOf = (baseUrl: string) =>
			createDesk({ baseUrl, apiKey: workspace.key, timeoutMs: TIMEOUT_MS });
		/** How often each subject was written. */
		const countsOf = async (mark: string) => {
			const client = new pg.Client(cluster.databaseUrl);
			await client.connect();
			const { rows } = await client.query<{ subject: string; count: number }>(
				"select subject, count(*)::int as count from tickets.tickets where subject like $1 group by subject",
				[`${mark} %`],
			);
			await client.end();
			return new Map(rows.map(({ subject, count }) => [subject, count]));
		};

		it(
			"creates 1,000 tickets exactly once",
			async () => {
				const ids = await createTickets(deskOf(proxy.url), "typescript");
				const counts = await countsOf("typescript");
				expect(counts.size).toBe(CREATES);
				expect(new Set(counts.values())).toEqual(new Set([1]));
				expect(new Set(ids).size).toBe(CREATES);
				// Every fault happened, or the test shows nothing.
				for (const fault of HTTP_FAULTS) {
					expect(proxy.counts[fault], fault).toBeGreaterThan(10);
				}
			},
			TEST_MS,
		);

		it(
			"reads every event once and in order through broken streams",
			async () => {
				const log = deskOf(cluster.urls[0]!);
				const before = await log.events.list({ sort: "sequence:desc" }).page();
				const after = before.data[0]?.sequence ?? 0;
				const stop = new AbortController();
				const read: Event[] = [];
				let breaks = 0;
				const options = {
					signal: stop.signal,
					onDisconnect: () => void breaks++,
				};
				const types = "ticket.created";
				const reading = (async () => {
					const events = deskOf(proxy.url).events;
					for await (const event of events.subscribe({ after, types }, options))
						read.push(event);
				})();
				const cutting = setInterval(proxy.cutStreams, 700);
				const created = new Set<string>();
				for (let n = 0; n < 30; n++) {
					const more = Array.from({ length: 5 }, () => createOne(log, "event"));
					for (const id of await Promise.all(more)) created.add(id);
					await new Promise((resolve) => setTimeout(resolve, 100));
				}
				clearInterval(cutting);
				await expect
					.poll(() => read.length, { timeout: 30_000 })
					.toBeGreaterThanOrEqual(created.size);
				stop.abort();
				await reading;
				const sequences = read.map(({ sequence }) => sequence);
				expect(sequences).toEqual(
					[...new Set(sequences)].sort((a, b) => a - b),
				);
				expect(new Set(read.map(({ resource }) => resource.id))).toEqual(
					created,
				);
				expect(breaks).toBeGreaterThan(2);
			},
			TEST_MS,
		);
	},
);

async function createTickets(desk: Desk, mark: string): Promise<string[]> {
	const ids: string[] = [];
	let next = 0;
	const work = async () => {
		while (next < CREATES) ids.push(await createOne(desk, `${mark} ${next++}`));
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return ids;
}

async function createOne(desk: Desk, subject: string): Promise<string> {
	const { id } = await desk.tickets.create({
		subject,
		body: "Where is my parcel?",
		contact: { email: "clients@example.com" },
	});
	return id;
}
