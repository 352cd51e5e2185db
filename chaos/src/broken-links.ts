import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import {
	type SmtpSink,
	startSmtpSink,
} from "@supportdesk/testkit/smtp-sink.ts";
import {
	type Fault,
	startTcpProxy,
	type TcpProxy,
} from "@supportdesk/testkit/tcp-proxy.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { ALLOWED_STATUSES, type AllowedStatuses } from "./allowed-statuses.ts";
import {
	type ApiClient,
	type ApiResponse,
	createApiClient,
} from "./api-client.ts";
import { eventually } from "./eventually.ts";
import { checkJobs, checkMails } from "./invariants.ts";

const FAULTS: readonly Fault[] = [
	{ kind: "down" },
	{ kind: "slow", ms: 500 },
	{ kind: "reset" },
	{ kind: "half_open" },
	{ kind: "trickle", bytesPerSecond: 1_000 },
];

// The longest deadline of a write and a margin.
const RESPONSE_MS_MAX = 11_000;
const RECOVERY_MS_MAX = 5_000;
const MAIL_MS_MAX = 2_000;
const RECOVERY_TIMEOUT_MS = 30_000;
const BROKEN_FOR_MS = 4_000;

export interface LinkReport {
	readonly link: string;
	readonly fault: string;
	readonly statuses: Readonly<Record<string, number>>;
	readonly slowestMs: number;
	/** Time until everything worked again, including the degraded functions: signals, shared limits, mails. */
	readonly recoveredMs: number;
	/** The function that recovered last. */
	readonly lastFailing: string;
	readonly violations: readonly string[];
}

/** The product under test, with a proxy on every link. */
interface Target {
	readonly api: ApiClient;
	readonly ticketId: string;
	readonly metricsUrl: string;
	readonly mails: SmtpSink;
}

/**
 * Applies every fault to every link, one at a time, and checks the statuses that callers get. Returns the violations at
 * the end.
 */
export async function runBrokenLinks(
	onReport: (report: LinkReport) => void,
	only?: readonly string[],
): Promise<string[]> {
	const folder = makeTempFolder("links");
	const links = new Map<string, TcpProxy>();
	const mails = await startSmtpSink();
	const mailPort = Number(new URL(mails.url).port);
	const mailProxy = await startTcpProxy(() => mailPort);
	links.set("mail", mailProxy);
	const cluster = await startCluster({
		folder,
		env: {
			ai: { SUPPORTDESK_MODELS_FETCH: "false" },
			tickets: { SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}` },
			gateway: { DRAIN_DELAY_MS: "0" },
		},
		async between(name, port) {
			const proxy = await startTcpProxy(port);
			links.set(name, proxy);
			return proxy.port;
		},
	});
	try {
		const { databaseUrl, metricsUrl } = cluster;
		const workspace = await provisionWorkspace(databaseUrl, "links", {
			plan: "enterprise",
			unlimited: true,
		});
		const api = createApiClient(workspace.key, () => cluster.urls[0]!);
		const ticketId = (await create(api)).body.id;
		const target = { api, ticketId, metricsUrl, mails };
		for (const [link, proxy] of links) {
			if (only && !only.includes(link)) continue;
			for (const fault of FAULTS) {
				onReport(await breakOne(link, proxy, fault, target));
			}
		}
		return await checkJobsAndMails(databaseUrl, mails);
	} finally {
		await cluster.stop();
		for (const proxy of links.values()) await proxy.close();
		await mails.close();
		await rm(folder, { recursive: true, force: true });
	}
}

async function breakOne(
	link: string,
	proxy: TcpProxy,
	fault: Fault,
	target: Target,
): Promise<LinkReport> {
	const statuses: Record<string, number> = {};
	const violations: string[] = [];
	let slowestMs = 0;
	proxy.breakWith(fault);
	const end = Date.now() + BROKEN_FOR_MS;
	const sendRepeatedly = async (
		operation: keyof AllowedStatuses,
		send: () => Promise<ApiResponse>,
		everyMs = 50,
	) => {
		while (Date.now() < end) {
			const { status, ms } = await send();
			statuses[status] = (statuses[status] ?? 0) + 1;
			slowestMs = Math.max(slowestMs, ms);
			if (!ALLOWED_STATUSES[link]![operation].includes(status)) {
				violations.push(`${link} ${fault.kind}: a ${operation} got ${status}`);
			}
			await sleep(everyMs);
		}
	};
	const { api, ticketId } = target;
	await Promise.all([
		sendRepeatedly("read", () => read(api, ticketId)),
		sendRepeatedly("create", () => create(api)),
		sendRepeatedly("search", () => search(api)),
		// Each reply queues a mail; the queued mails are sent before the one that proves the recovery.
		sendRepeatedly("reply", () => reply(api, ticketId, "It is broken."), 500),
	]);
	proxy.breakWith(undefined);
	const since = performance.now();
	let lastFailing = "";
	const hasRecovered = async () => {
		const failing = await findFailing(link, target);
		lastFailing = failing ?? lastFailing;
		return failing === undefined;
	};
	await eventually(hasRecovered, RECOVERY_TIMEOUT_MS);
	const recoveredMs = performance.now() - since;
	if (recoveredMs > RECOVERY_MS_MAX) {
		violations.push(
			`${link} ${fault.kind}: ${lastFailing} not recovered after ${recoveredMs.toFixed(0)} ms`,
		);
	}
	if (slowestMs > RESPONSE_MS_MAX) {
		violations.push(`${link} ${fault.kind}: a response took ${slowestMs} ms`);
	}
	const name = "ms" in fault ? `slow ${fault.ms} ms` : fault.kind;
	return {
		link,
		fault: name,
		statuses,
		slowestMs,
		recoveredMs,
		lastFailing,
		violations,
	};
}

/** Finds a function that has not recovered, including those that may degrade; undefined when all have. */
async function findFailing(
	link: string,
	{ api, ticketId, metricsUrl, mails }: Target,
): Promise<string | undefined> {
	if ((await read(api, ticketId)).status !== 200) return "reads";
	if ((await search(api)).status !== 200) return "searches";
	const created = await create(api);
	if (created.status !== 201) return "creates";
	if (created.body.ai.sentiment === "unknown") return "signals";
	const metrics = await (await fetch(metricsUrl)).text();
	if (!/^rate_limiter_degraded 0$/m.test(metrics)) return "shared limits";
	const mark = crypto.randomUUID();
	if ((await reply(api, ticketId, mark)).status !== 201) return "replies";
	// After other faults a mail may have to wait for the jobs that failed meanwhile.
	if (link !== "mail") return undefined;
	return Promise.race([
		mails.waitFor(({ raw }) => raw.includes(mark)).then(() => undefined),
		sleep(MAIL_MS_MAX, "mails", { ref: false }),
	]);
}

async function checkJobsAndMails(
	databaseUrl: string,
	mails: SmtpSink,
): Promise<string[]> {
	const client = new pg.Client(databaseUrl);
	await client.connect();
	try {
		return [
			...(await checkJobs(client)),
			// Every fault may lose the mail server's acceptance; such a mail is sent again.
			...(await checkMails(client, mails, Number.POSITIVE_INFINITY)),
		];
	} finally {
		await client.end();
	}
}

const read = (api: ApiClient, id: string) =>
	api.send("GET", `/v1/tickets/${id}`);

const search = (api: ApiClient) =>
	api.send("POST", "/v1/knowledge/search", { query: "refund" });

const reply = (api: ApiClient, id: string, body: string) =>
	api.send("POST", `/v1/tickets/${id}/messages`, { type: "outbound", body });

const create = (api: ApiClient) =>
	api.send("POST", "/v1/tickets", {
		subject: "A broken link",
		body: "Where is my parcel?",
		contact: { email: "links@example.com" },
	});
