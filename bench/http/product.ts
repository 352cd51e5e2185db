import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createAppProcess } from "@supportdesk/cluster/app-process.ts";
import { type App, startCluster } from "@supportdesk/cluster/cluster.ts";
import { startPostgresProcess } from "@supportdesk/cluster/postgres-process.ts";
import {
	FIRST_SCOPES,
	type KeyOptions,
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import pg from "pg";
import { fillWorkspace } from "../growth/fill.ts";
import type { Contender } from "./measure.ts";

/** The same encoder everywhere, whether or not the working copy has fetched MiniLM. */
export const WITHOUT_MINILM = {
	SUPPORTDESK_MODELS: "/nonexistent",
	SUPPORTDESK_MODELS_FETCH: "false",
};

const KEY: KeyOptions = {
	plan: "enterprise",
	unlimited: true,
	scopes: FIRST_SCOPES,
};

const APPS: readonly App[] = [
	"gateway",
	"tickets",
	"knowledge",
	"events",
	"mail",
	"ai",
];

/** Loads a product's data; returns the ids of tickets to read. */
export type Prepare = (
	databaseUrl: string,
	workspace: Workspace,
) => Promise<string[]>;

/** The product as separate processes: a gateway, five services, PostgreSQL, Redis. */
export async function startInCluster(
	folder: string,
	prepare: Prepare,
	nodeOptions: readonly string[] = [],
): Promise<Contender> {
	await mkdir(folder, { recursive: true });
	const cluster = await startCluster({
		folder,
		nodeOptions: Object.fromEntries(APPS.map((app) => [app, nodeOptions])),
		// The cost of a request without the jobs it queues: those are measured separately.
		env: {
			tickets: { JOBS_AT_A_TIME: "0" },
			knowledge: { JOBS_AT_A_TIME: "0" },
			ai: WITHOUT_MINILM,
			gateway: { DRAIN_DELAY_MS: "0" },
		},
	});
	const workspace = await provisionWorkspace(cluster.databaseUrl, "bench", KEY);
	const ticketIds = await prepare(cluster.databaseUrl, workspace);
	return {
		name: "cluster",
		url: cluster.urls[0]!,
		headers: { Authorization: `Bearer ${workspace.key}` },
		targets: targetsOf(ticketIds),
		processes: [
			...cluster.apps.map(({ app, pid }) => ({ name: app, pid: pid()! })),
			{ name: "redis", pid: cluster.redis.pid()! },
			{ name: "postgres", pid: cluster.postgres.pid() },
		],
		stop: cluster.stop,
	};
}

/**
 * The product as one process, its parts wired by function calls, and PostgreSQL.
 *
 * @param root folder of the version to start; this one if not given
 */
export async function startInOneProcess(
	folder: string,
	prepare: Prepare,
	nodeOptions: readonly string[] = [],
	root?: string,
): Promise<Contender> {
	await mkdir(folder, { recursive: true });
	const postgres = await startPostgresProcess(join(folder, "postgres"), true);
	const port = await freePort();
	const app = createAppProcess({
		name: "standalone",
		app: "standalone",
		root,
		port,
		logFile: join(folder, "standalone.log"),
		env: {
			PORT: String(port),
			DATABASE_URL: postgres.url(),
			SUPPORTDESK_DATA: folder,
			...WITHOUT_MINILM,
			JOBS_AT_A_TIME: "0",
		},
		nodeOptions,
	});
	await app.start();
	const workspace = await provisionWorkspace(postgres.url(), "bench", KEY);
	const ticketIds = await prepare(postgres.url(), workspace);
	return {
		name: "process",
		url: `http://127.0.0.1:${app.port}`,
		headers: { Authorization: `Bearer ${workspace.key}` },
		targets: targetsOf(ticketIds),
		processes: [
			{ name: "node", pid: app.pid()! },
			{ name: "postgres", pid: postgres.pid() },
		],
		async stop() {
			await app.stop();
			await postgres.stop();
		},
	};
}

export const targetsOf = (ticketIds: readonly string[]) => ({
	ticketIds,
	ticketsPath: "/v1/tickets",
	searchPath: "/v1/knowledge/search",
});

/** Returns the ids of some of the tickets. */
export async function fill(
	url: string,
	workspace: Workspace,
	ticketCount: number,
): Promise<string[]> {
	const client = new pg.Client(url);
	await client.connect();
	await fillWorkspace(client, workspace, ticketCount);
	const ids = await someTickets(client, workspace);
	await client.end();
	return ids;
}

/** Updates the statistics and writes the pages to disk; returns the ids of some of the workspace's tickets. */
export async function someTickets(
	client: pg.Client,
	workspace: Workspace,
): Promise<string[]> {
	await client.query("vacuum analyze");
	await client.query("checkpoint");
	const { rows } = await client.query<{ id: string }>(
		"select id from tickets.tickets where workspace_id = $1 order by random() limit 5000",
		[workspace.id],
	);
	return rows.map(({ id }) => id);
}
