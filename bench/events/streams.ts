import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "@supportdesk/cluster/cluster.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { usageOf } from "../http/usage.ts";
import { quantileOf } from "../quantile.ts";
import { openChanges } from "./changes.ts";

const PER_KEY = 5;
const OPENED_AT_ONCE = 20;
const SETTLE_MS = 3_000;

export interface StreamsReport {
	readonly streams: number;
	/** Of the gateway for each stream, in KiB. */
	readonly idleKibEach: number;
	readonly busyKibEach: number;
	readonly changes: number;
	/** From the commit of a change until a stream has its event. */
	readonly p50Ms: number;
	readonly p95Ms: number;
	readonly p99Ms: number;
	/** Events that a stream missed, or received twice or in another order. */
	readonly wrong: number;
}

/** Opens streams of many workspaces, five for each key, and commits changes at a constant rate. */
export async function measureStreams(
	cluster: Cluster,
	streams: number,
	perSecond: number,
	seconds: number,
): Promise<StreamsReport> {
	const workspaces: Workspace[] = [];
	for (let n = 0; n < streams / PER_KEY; n += 1) {
		workspaces.push(
			await provisionWorkspace(cluster.databaseUrl, `events ${n}`, {
				plan: "enterprise",
				unlimited: true,
			}),
		);
	}
	const pid = cluster.apps.find(({ app }) => app === "gateway")!.pid()!;
	const beforeKib = residentKib(pid);
	const committedMs = new Map<string, number>();
	const arrived: { id: string; atMs: number }[] = [];
	const sequences: number[][] = [];
	const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
	const open = async ({ key }: Workspace) => {
		const own: number[] = [];
		sequences.push(own);
		const res = await openStream(cluster.urls[0]!, key, agent);
		onEvents(res, (id, sequence) => {
			own.push(sequence);
			arrived.push({ id, atMs: Date.now() });
		});
		return res;
	};
	const all = Array.from(
		{ length: streams },
		(_, n) => workspaces[Math.floor(n / PER_KEY)]!,
	);
	const responses: IncomingMessage[] = [];
	for (let n = 0; n < streams; n += OPENED_AT_ONCE) {
		const some = all.slice(n, n + OPENED_AT_ONCE);
		responses.push(...(await Promise.all(some.map(open))));
	}
	await sleep(SETTLE_MS);
	const idleKib = residentKib(pid);

	const changes = openChanges(cluster.databaseUrl, 4);
	const count = perSecond * seconds;
	const startedMs = performance.now();
	const commits: Promise<void>[] = [];
	for (let n = 0; n < count; n += 1) {
		const waitMs = startedMs + (n * 1_000) / perSecond - performance.now();
		if (waitMs > 1) await sleep(waitMs);
		const { id } = workspaces[n % workspaces.length]!;
		commits.push(
			changes.commit(id).then((eventId) => {
				committedMs.set(eventId, Date.now());
			}),
		);
	}
	await Promise.all(commits);
	await sleep(SETTLE_MS);
	const busyKib = residentKib(pid);
	await changes.close();
	for (const res of responses) res.destroy();
	// An event can arrive before this process has read the response to its commit.
	const latenciesMs = arrived.map(({ id, atMs }) =>
		Math.max(0, atMs - committedMs.get(id)!),
	);
	const each = count / workspaces.length;
	return {
		streams,
		idleKibEach: (idleKib - beforeKib) / streams,
		busyKibEach: (busyKib - beforeKib) / streams,
		changes: count,
		p50Ms: quantileOf(latenciesMs, 0.5),
		p95Ms: quantileOf(latenciesMs, 0.95),
		p99Ms: quantileOf(latenciesMs, 0.99),
		wrong: sequences.reduce((sum, own) => sum + wrongOf(own, each), 0),
	};
}

const residentKib = (pid: number) => usageOf(pid).residentBytes / 1024;

/** How many of 1 … count are missing or out of order. */
function wrongOf(sequences: readonly number[], count: number): number {
	const right = sequences.filter((sequence, n) => sequence === n + 1).length;
	return Math.max(count, sequences.length) - right;
}

async function openStream(
	url: string,
	key: string,
	agent: Agent,
): Promise<IncomingMessage> {
	const req = get(`${url}/v1/events/stream`, {
		agent,
		headers: { authorization: `Bearer ${key}` },
	});
	const [res] = (await once(req, "response")) as [IncomingMessage];
	if (res.statusCode !== 200) throw new Error(`stream: ${res.statusCode}`);
	return res;
}

function onEvents(
	res: IncomingMessage,
	onEvent: (id: string, sequence: number) => void,
): void {
	let text = "";
	res.on("data", (chunk: Buffer) => {
		text += chunk.toString("latin1");
		const parts = text.split("\n\n");
		text = parts.pop()!;
		for (const part of parts) {
			const found = /^id: (\d+)\ndata: \{"id":"(\w+)"/.exec(part);
			if (found) onEvent(found[2]!, Number(found[1]));
		}
	});
	res.on("error", () => {}); // destroyed at the end
}
