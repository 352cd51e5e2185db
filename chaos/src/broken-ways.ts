import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { eventually } from "./eventually.ts";
import { type Fault, startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const FAULTS: readonly Fault[] = [
	{ kind: "down" },
	{ kind: "slow", ms: 500 },
	{ kind: "reset" },
	{ kind: "half_open" },
	{ kind: "trickle", bytesPerSecond: 1_000 },
];

/** What a read and a create may be answered while a way is broken. Never a 500, never a wait without an end. */
const MAY_ANSWER: Readonly<Record<string, readonly number[]>> = {
	// Limits are counted in process meanwhile.
	redis: [200, 201],
	// A create does without signals.
	"ai-1": [200, 201],
	"knowledge-1": [200, 201],
	"tickets-1": [200, 201, 502],
	postgres: [200, 201, 502, 503],
};
// The longest deadline of a write, and a moment.
const ANSWERED_WITHIN_MS = 11_000;
const RECOVERED_WITHIN_MS = 5_000;
const BROKEN_FOR_MS = 4_000;

export interface WayReport {
	readonly way: string;
	readonly fault: string;
	readonly statuses: Readonly<Record<string, number>>;
	readonly slowestMs: number;
	/** Until a read and a create were both answered again. */
	readonly recoveredMs: number;
	readonly violations: readonly string[];
}

/** Breaks every way between two parts in every manner, one at a time, and looks at what callers get. */
export async function runBrokenWays(
	onReport: (report: WayReport) => void,
	only?: readonly string[],
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "supportdesk-ways-"));
	const ways = new Map<string, TcpProxy>();
	const cluster = await startCluster({
		folder,
		env: {
			ai: { SUPPORTDESK_MODELS_FETCH: "false" },
			gateway: { DRAIN_DELAY_MS: "0" },
		},
		async between(name, port) {
			const proxy = await startTcpProxy(port);
			ways.set(name, proxy);
			return proxy.port;
		},
	});
	try {
		const workspace = await provisionWorkspace(
			cluster.postgres.url().replace(/\/postgres$/, "/supportdesk"),
			"ways",
			{ plan: "enterprise", unlimited: true },
		);
		const api = createApiClient(workspace.key, () => cluster.urls[0]!);
		const id = (await create(api)).body.id;
		for (const [way, proxy] of ways) {
			if (only && !only.includes(way)) continue;
			for (const fault of FAULTS) {
				onReport(await breakOne(way, proxy, fault, api, id));
			}
		}
	} finally {
		await cluster.stop();
		for (const proxy of ways.values()) await proxy.close();
		await rm(folder, { recursive: true, force: true });
	}
}

async function breakOne(
	way: string,
	proxy: TcpProxy,
	fault: Fault,
	api: ApiClient,
	id: string,
): Promise<WayReport> {
	const statuses: Record<string, number> = {};
	const violations: string[] = [];
	let slowestMs = 0;
	const ask = async (request: () => ReturnType<typeof create>) => {
		const { status, ms } = await request();
		statuses[status] = (statuses[status] ?? 0) + 1;
		slowestMs = Math.max(slowestMs, ms);
		if (!MAY_ANSWER[way]!.includes(status)) {
			violations.push(`${way} ${fault.kind}: answered ${status}`);
		}
	};
	proxy.breakWith(fault);
	const end = Date.now() + BROKEN_FOR_MS;
	const keepAsking = async (request: () => ReturnType<typeof create>) => {
		while (Date.now() < end) {
			await ask(request);
			await sleep(50);
		}
	};
	await Promise.all([
		keepAsking(() => read(api, id)),
		keepAsking(() => create(api)),
	]);
	proxy.breakWith(undefined);
	const since = performance.now();
	const isWell = async () =>
		(await read(api, id)).status === 200 && (await create(api)).status === 201;
	if (!(await eventually(isWell, RECOVERED_WITHIN_MS))) {
		violations.push(`${way} ${fault.kind}: not well after 5 s`);
		await eventually(isWell, ANSWERED_WITHIN_MS * 2);
	}
	const recoveredMs = performance.now() - since;
	if (slowestMs > ANSWERED_WITHIN_MS) {
		violations.push(`${way} ${fault.kind}: an answer took ${slowestMs} ms`);
	}
	const name = "ms" in fault ? `slow ${fault.ms} ms` : fault.kind;
	return { way, fault: name, statuses, slowestMs, recoveredMs, violations };
}

const read = (api: ApiClient, id: string) =>
	api.send("GET", `/v1/tickets/${id}`);

const create = (api: ApiClient) =>
	api.send("POST", "/v1/tickets", {
		subject: "A broken way",
		body: "Where is my parcel?",
		contact: { email: "ways@example.com" },
	});
