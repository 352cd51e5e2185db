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
import { type Answer, type ApiClient, createApiClient } from "./api-client.ts";
import { eventually } from "./eventually.ts";
import { checkJobs, checkMails } from "./invariants.ts";

const FAULTS: readonly Fault[] = [
	{ kind: "down" },
	{ kind: "slow", ms: 500 },
	{ kind: "reset" },
	{ kind: "half_open" },
	{ kind: "trickle", bytesPerSecond: 1_000 },
];

interface MayAnswer {
	readonly read: readonly number[];
	readonly create: readonly number[];
	readonly search: readonly number[];
	readonly reply: readonly number[];
}

const NOTICED_BY_NOBODY: MayAnswer = {
	read: [200],
	create: [201],
	search: [200],
	reply: [201],
};
/** What callers may be answered while a way is broken. Never a 500, never a wait without an end. */
const MAY_ANSWER: Readonly<Record<string, MayAnswer>> = {
	// Limits are counted in process meanwhile.
	redis: NOTICED_BY_NOBODY,
	// A create does without signals, a search without meaning.
	"ai-1": NOTICED_BY_NOBODY,
	// Mails wait.
	mail: NOTICED_BY_NOBODY,
	"knowledge-1": { ...NOTICED_BY_NOBODY, search: [200, 502] },
	"tickets-1": {
		read: [200, 502],
		create: [201, 502],
		search: [200],
		reply: [201, 502],
	},
	postgres: {
		read: [200, 502, 503],
		create: [201, 502, 503],
		search: [200, 502, 503],
		reply: [201, 502, 503],
	},
};
// The longest deadline of a write, and a moment.
const ANSWERED_WITHIN_MS = 11_000;
const RECOVERED_WITHIN_MS = 5_000;
const MAILED_WITHIN_MS = 2_000;
const GIVEN_UP_AFTER_MS = 30_000;
const BROKEN_FOR_MS = 4_000;

export interface WayReport {
	readonly way: string;
	readonly fault: string;
	readonly statuses: Readonly<Record<string, number>>;
	readonly slowestMs: number;
	/** Until everything was as before, what callers did without included: signals, shared limits, mails. */
	readonly recoveredMs: number;
	/** What was not until then. */
	readonly lastUnwell: string;
	readonly violations: readonly string[];
}

/** The product with a proxy in every way, and what is asked of it. */
interface Desk {
	readonly api: ApiClient;
	readonly ticketId: string;
	readonly metricsUrl: string;
	readonly mails: SmtpSink;
}

/**
 * Breaks every way between two parts in every manner, one at a time, and looks at what callers get. Answers what was
 * not done in the end.
 */
export async function runBrokenWays(
	onReport: (report: WayReport) => void,
	only?: readonly string[],
): Promise<string[]> {
	const folder = makeTempFolder("ways");
	const ways = new Map<string, TcpProxy>();
	const mails = await startSmtpSink();
	const mailPort = Number(new URL(mails.url).port);
	const mailProxy = await startTcpProxy(() => mailPort);
	ways.set("mail", mailProxy);
	const cluster = await startCluster({
		folder,
		env: {
			ai: { SUPPORTDESK_MODELS_FETCH: "false" },
			tickets: { SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}` },
			gateway: { DRAIN_DELAY_MS: "0" },
		},
		async between(name, port) {
			const proxy = await startTcpProxy(port);
			ways.set(name, proxy);
			return proxy.port;
		},
	});
	try {
		const { databaseUrl, metricsUrl } = cluster;
		const workspace = await provisionWorkspace(databaseUrl, "ways", {
			plan: "enterprise",
			unlimited: true,
		});
		const api = createApiClient(workspace.key, () => cluster.urls[0]!);
		const ticketId = (await create(api)).body.id;
		const desk = { api, ticketId, metricsUrl, mails };
		for (const [way, proxy] of ways) {
			if (only && !only.includes(way)) continue;
			for (const fault of FAULTS) {
				onReport(await breakOne(way, proxy, fault, desk));
			}
		}
		return await findUndone(databaseUrl, mails);
	} finally {
		await cluster.stop();
		for (const proxy of ways.values()) await proxy.close();
		await mails.close();
		await rm(folder, { recursive: true, force: true });
	}
}

async function breakOne(
	way: string,
	proxy: TcpProxy,
	fault: Fault,
	desk: Desk,
): Promise<WayReport> {
	const statuses: Record<string, number> = {};
	const violations: string[] = [];
	let slowestMs = 0;
	proxy.breakWith(fault);
	const end = Date.now() + BROKEN_FOR_MS;
	const keepAsking = async (
		what: keyof MayAnswer,
		ask: () => Promise<Answer>,
		everyMs = 50,
	) => {
		while (Date.now() < end) {
			const { status, ms } = await ask();
			statuses[status] = (statuses[status] ?? 0) + 1;
			slowestMs = Math.max(slowestMs, ms);
			if (!MAY_ANSWER[way]![what].includes(status)) {
				violations.push(`${way} ${fault.kind}: a ${what} answered ${status}`);
			}
			await sleep(everyMs);
		}
	};
	const { api, ticketId } = desk;
	await Promise.all([
		keepAsking("read", () => read(api, ticketId)),
		keepAsking("create", () => create(api)),
		keepAsking("search", () => search(api)),
		// Each leaves a mail for later, and those that wait are before the one that shows that mails leave again.
		keepAsking("reply", () => reply(api, ticketId, "It is broken."), 500),
	]);
	proxy.breakWith(undefined);
	const since = performance.now();
	let lastUnwell = "";
	const isWell = async () => {
		const unwell = await findUnwell(way, desk);
		lastUnwell = unwell ?? lastUnwell;
		return unwell === undefined;
	};
	await eventually(isWell, GIVEN_UP_AFTER_MS);
	const recoveredMs = performance.now() - since;
	if (recoveredMs > RECOVERED_WITHIN_MS) {
		violations.push(
			`${way} ${fault.kind}: ${lastUnwell} not well after ${recoveredMs.toFixed(0)} ms`,
		);
	}
	if (slowestMs > ANSWERED_WITHIN_MS) {
		violations.push(`${way} ${fault.kind}: an answer took ${slowestMs} ms`);
	}
	const name = "ms" in fault ? `slow ${fault.ms} ms` : fault.kind;
	return {
		way,
		fault: name,
		statuses,
		slowestMs,
		recoveredMs,
		lastUnwell,
		violations,
	};
}

/** Looks for a part that does not do its work again, also if callers can do without; undefined when all do. */
async function findUnwell(
	way: string,
	{ api, ticketId, metricsUrl, mails }: Desk,
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
	// Elsewhere a mail may have to wait for the jobs that could not be done meanwhile.
	if (way !== "mail") return undefined;
	return Promise.race([
		mails.waitFor(({ raw }) => raw.includes(mark)).then(() => undefined),
		sleep(MAILED_WITHIN_MS, "mails", { ref: false }),
	]);
}

async function findUndone(
	databaseUrl: string,
	mails: SmtpSink,
): Promise<string[]> {
	const client = new pg.Client(databaseUrl);
	await client.connect();
	try {
		return [
			...(await checkJobs(client)),
			// A mail whose "taken" got lost on the way is sent again, in each manner of breaking it.
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
		subject: "A broken way",
		body: "Where is my parcel?",
		contact: { email: "ways@example.com" },
	});
