import { join } from "node:path";
import { createDesk, type Desk, type Event } from "@supportdesk/client";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import {
	findPython,
	installPythonClient,
	type PythonClient,
} from "@supportdesk/testkit/python.ts";
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
const TEST_MS = 300_000;
const CREATES = 1_000;
const AT_ONCE = 50;
const FAULTY = 0.3; // of all requests
// A client that gets no response abandons it after this time.
const TIMEOUT_MS = 5_000;
// Far above what a busy machine needs.
const TOTAL_TIMEOUT_MS = 600_000;
const CACHE = join(import.meta.dirname, "../node_modules/.cache/python-client");
const missing = redisMissing(true);
const python = findPython();

describe.skipIf(missing)(
	`the clients behind a faulty proxy${missing ? ` (${missing})` : ""}`,
	() => {
		let folder: string;
		let cluster: Cluster;
		let workspace: Workspace;
		let proxy: HttpProxy;
		let inPython: PythonClient | undefined;
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
			if (python) inPython = await installPythonClient(python, CACHE, folder);
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
			createDesk({
				...{ baseUrl, apiKey: workspace.key },
				...{ timeoutMs: TIMEOUT_MS, totalTimeoutMs: TOTAL_TIMEOUT_MS },
			});
		const query = async <Row extends pg.QueryResultRow>(
			text: string,
			values: string[] = [],
		) => {
			const client = new pg.Client(cluster.databaseUrl);
			await client.connect();
			const { rows } = await client.query<Row>(text, values);
			await client.end();
			return rows;
		};
		const ticketIds = async () => {
			const rows = await query<{ id: string }>(
				"select id from tickets.tickets",
			);
			return rows.map(({ id }) => id);
		};
		const expectEachOnce = async (mark: string) => {
			const rows = await query<{ subject: string; count: number }>(
				"select subject, count(*)::int as count from tickets.tickets where subject like $1 group by subject",
				[`${mark} %`],
			);
			expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
			expect(rows).toHaveLength(CREATES);
		};

		it(
			"creates 1,000 tickets exactly once",
			async () => {
				const ids = await createTickets(deskOf(proxy.url), "typescript");
				expect(new Set(ids).size).toBe(CREATES);
				await expectEachOnce("typescript");
				// Every fault happened, or the test shows nothing.
				for (const fault of HTTP_FAULTS) {
					expect(proxy.counts[fault], fault).toBeGreaterThan(10);
				}
			},
			TEST_MS,
		);

		it.skipIf(!python)(
			"creates 1,000 tickets exactly once in Python (needs Python 3.11 and its venv)",
			async () => {
				const args = [proxy.url, workspace.key, "python", String(CREATES)];
				const printed = await inPython!.run("faults.py", ...args);
				expect(Number(printed)).toBe(CREATES);
				await expectEachOnce("python");
			},
			TEST_MS,
		);

		it(
			"exports every ticket once, although the download breaks",
			async () => {
				const printing = ["sync", "async"].map((flavour) =>
					inPython?.run("export.py", proxy.url, workspace.key, flavour),
				);
				const lines: string[] = [];
				for await (const { ticket } of deskOf(proxy.url).tickets.export())
					lines.push(ticket.id);
				const created = (await ticketIds()).toSorted();
				expect(lines.toSorted()).toEqual(created);
				const printed = await Promise.all(printing);
				for (const text of printed.filter((each) => each !== undefined))
					expect(text.trim().split("\n").toSorted()).toEqual(created);
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
				const count = 150;
				const printing = ["sync", "async"].map((flavour) => {
					const args = [String(after), String(count), flavour];
					const given = [proxy.url, workspace.key, ...args];
					return inPython?.run("subscribe.py", ...given);
				});
				const cutting = setInterval(proxy.cutStreams, 700);
				const created = new Set<string>();
				for (let n = 0; n < count / 5; n++) {
					const more = Array.from({ length: 5 }, () => createOne(log, "event"));
					for (const id of await Promise.all(more)) created.add(id);
					await new Promise((resolve) => setTimeout(resolve, 100));
				}
				await expect
					.poll(() => read.length, { timeout: 30_000 })
					.toBeGreaterThanOrEqual(count);
				const printed = await Promise.all(printing);
				clearInterval(cutting);
				stop.abort();
				await reading;
				const sequences = read.map(({ sequence }) => sequence);
				expect(sequences).toEqual(
					[...new Set(sequences)].sort((a, b) => a - b),
				);
				expect(new Set(read.map(({ resource }) => resource.id))).toEqual(
					created,
				);
				const ids = read.map(({ resource }) => resource.id);
				for (const text of printed.filter((each) => each !== undefined))
					expect(text.trim().split("\n")).toEqual(ids);
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
