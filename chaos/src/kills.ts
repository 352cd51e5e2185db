import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createDesk, type Desk } from "@supportdesk/client";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import { publishHelpCentre } from "@supportdesk/loadtest/help-centre.ts";
import { startDnsRecords } from "@supportdesk/testkit/dns-records.ts";
import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import {
	type SmtpSink,
	startSmtpSink,
} from "@supportdesk/testkit/smtp-sink.ts";
import {
	startTcpProxy,
	type TcpProxy,
} from "@supportdesk/testkit/tcp-proxy.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { createApiClient } from "./api-client.ts";
import { runDesk } from "./desk-client.ts";
import { countRepeated, findViolations } from "./invariants.ts";
import { killAtRandom } from "./killer.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { sendMails } from "./mail-sender.ts";
import { startSubscriber } from "./subscriber.ts";
import { runClient } from "./workload.ts";

export interface KillOptions {
	/** The run ends after this time, this many creates and this many kills. */
	readonly durationMs: number;
	readonly creates: number;
	readonly kills: number;
	readonly clients: number;
	readonly killEveryMs: number;
	readonly seed: number;
}

export interface KillReport {
	readonly entries: Readonly<Record<string, number>>;
	/** How often operations were retried before they had a definite response. */
	readonly retries: number;
	/** Events that the stream has read, and requests to the webhook. */
	readonly events: number;
	readonly webhookRequests: number;
	readonly kills: Readonly<Record<string, number>>;
	readonly repeatedMails: number;
	readonly violations: readonly string[];
}

// After all parts were killed together PostgreSQL replays its log, the services reconnect, the breakers probe.
const SETTLE_MS = 60_000;
const POLL_MS = 200;

/** Drives the product while its processes are killed at random, then checks the invariants. */
export async function runKills(options: KillOptions): Promise<KillReport> {
	const folder = makeTempFolder("chaos");
	const mails = await startSmtpSink();
	const proxies: TcpProxy[] = [];
	const dns = await startDnsRecords();
	const cluster = await startCluster({
		folder,
		replicas: { gateway: 2, tickets: 2, events: 2, mail: 2 },
		env: {
			ai: { SUPPORTDESK_MODELS_FETCH: "false" },
			tickets: { SMTP_URL: mails.url },
			events: { WEBHOOK_ALLOW: "127.0.0.0/8" },
			mail: { MAIL_DNS_SERVERS: dns.address },
			gateway: { DRAIN_DELAY_MS: "0" },
		},
		// PostgreSQL restarts on another port; the proxy hides this from its clients.
		async between(name, port) {
			if (name !== "postgres") return port();
			const proxy = await startTcpProxy(port);
			proxies.push(proxy);
			return proxy.port;
		},
	});
	try {
		return await drive(cluster, mails, options);
	} finally {
		await cluster.stop();
		for (const proxy of proxies) await proxy.close();
		await mails.close();
		dns.close();
		await rm(folder, { recursive: true, force: true });
	}
}

async function drive(
	cluster: Cluster,
	mails: SmtpSink,
	{ durationMs, creates, kills: killsMin, clients, ...faults }: KillOptions,
): Promise<KillReport> {
	const { killEveryMs, seed } = faults;
	const random = seededRandom(seed);
	const workspace = await provisionWorkspace(cluster.databaseUrl, "chaos", {
		plan: "enterprise",
		unlimited: true,
	});
	const chooseUrl = () =>
		cluster.urls[Math.floor(random() * cluster.urls.length)]!;
	const api = createApiClient(workspace.key, chooseUrl);
	const baseUrl = cluster.urls[0]!;
	const desk = createDesk({ baseUrl, apiKey: workspace.key });
	const subscriber = await startSubscriber(
		cluster,
		workspace,
		api,
		desk,
		chooseUrl,
	);
	await publishHelpCentre(baseUrl, workspace.key);
	const ledger = createLedger();
	const stopClients = new AbortController();
	const stopKills = new AbortController();
	const { signal } = stopClients;
	const mailbox = await createMailbox(desk);
	const choosePort = () =>
		cluster.smtpPorts[Math.floor(random() * cluster.smtpPorts.length)]!;
	const running = [
		...Array.from({ length: clients }, () => runClient(api, ledger, signal)),
		runDesk(workspace.key, chooseUrl, ledger, signal),
		sendMails(choosePort, mailbox, ledger, signal),
	];
	const kills = killAtRandom(cluster, killEveryMs, random, stopKills.signal);
	await sleep(durationMs);
	while (sum(kills.counts) < killsMin) await sleep(POLL_MS);
	stopKills.abort();
	await kills.done;
	while (countCreated(ledger) < creates) await sleep(POLL_MS);
	stopClients.abort();
	const settled = await Promise.race([
		Promise.all(running).then(() => true),
		sleep(SETTLE_MS, false, { ref: false }),
	]);
	if (!settled) {
		ledger.violations.push("a client still has no definite response");
	}
	const violations = await findViolations(
		cluster,
		workspace,
		ledger,
		mails,
		kills.counts,
	);
	violations.push(...(await subscriber.findViolations(ledger)));
	const { events, webhookRequests } = subscriber.counts();
	await subscriber.stop();
	return {
		...summarise(ledger),
		events,
		webhookRequests,
		kills: kills.counts,
		repeatedMails: countRepeated(mails),
		violations,
	};
}

async function createMailbox(desk: Desk): Promise<string> {
	const { address } = await desk.mailboxes.create({
		address: "support@chaos.example",
	});
	return address;
}

const sum = (counts: Readonly<Record<string, number>>) =>
	Object.values(counts).reduce((total, count) => total + count, 0);

const countCreated = ({ entries }: Ledger) =>
	entries.filter(({ kind, outcome }) => kind === "create" && outcome === "ok")
		.length;

function summarise({ entries }: Ledger) {
	const counts: Record<string, number> = {};
	let retries = 0;
	for (const { kind, outcome, statuses } of entries) {
		const name = `${kind} ${outcome}`;
		counts[name] = (counts[name] ?? 0) + 1;
		retries += Math.max(0, statuses.length - 1);
	}
	return { entries: counts, retries };
}
