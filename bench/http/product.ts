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
import type { Contender, Customer } from "./measure.ts";

/** The product as a contender. */
export interface Product extends Contender {
	/** The superuser's address. */
	readonly databaseUrl: string;
	/** Stops the app and starts it again; returns the milliseconds until it accepts requests. */
	restart?(): Promise<number>;
}

export interface ProductOptions {
	/** Folder of the version to start; this one if not given. */
	readonly root?: string;
	readonly nodeOptions?: readonly string[];
	/** Folder of MiniLM's file; if not given, the static table alone, whether or not the working copy has fetched MiniLM. */
	readonly models?: string;
	/** Whether the jobs that requests queue are run. */
	readonly runsJobs?: boolean;
	readonly workspaces?: number;
	/** The first workspace, if the folder has one already. */
	readonly existing?: Workspace;
}

/** The settings that choose the encoder. */
export const encoderSettings = (models = "/nonexistent") => ({
	SUPPORTDESK_MODELS: models,
	SUPPORTDESK_MODELS_FETCH: "false",
});

const jobSettings = ({
	runsJobs = false,
}: ProductOptions): Record<string, string> =>
	runsJobs ? {} : { JOBS_AT_A_TIME: "0" };

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

/** Loads the data of the n-th workspace; returns the ids of tickets to read. */
export type Prepare = (
	databaseUrl: string,
	workspace: Workspace,
	n: number,
) => Promise<string[]>;

/** The product as separate processes: a gateway, five services, PostgreSQL, Redis. */
export async function startInCluster(
	folder: string,
	prepare: Prepare,
	options: ProductOptions = {},
): Promise<Product> {
	await mkdir(folder, { recursive: true });
	const { nodeOptions = [], models } = options;
	const cluster = await startCluster({
		folder,
		nodeOptions: Object.fromEntries(APPS.map((app) => [app, nodeOptions])),
		env: {
			tickets: jobSettings(options),
			knowledge: jobSettings(options),
			ai: encoderSettings(models),
			gateway: { DRAIN_DELAY_MS: "0" },
		},
	});
	return {
		name: "cluster",
		url: cluster.urls[0]!,
		databaseUrl: cluster.databaseUrl,
		customers: await customersOf(cluster.databaseUrl, prepare, options),
		processes: [
			...cluster.apps.map(({ app, pid }) => ({ name: app, pid: pid()! })),
			{ name: "redis", pid: cluster.redis.pid()! },
			{ name: "postgres", pid: cluster.postgres.pid() },
		],
		stop: cluster.stop,
	};
}

/** The product as one process, its parts wired by function calls, and PostgreSQL. */
export async function startInOneProcess(
	folder: string,
	prepare: Prepare,
	options: ProductOptions = {},
): Promise<Product> {
	await mkdir(folder, { recursive: true });
	const { nodeOptions, root, models } = options;
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
			...encoderSettings(models),
			...jobSettings(options),
		},
		nodeOptions,
	});
	await app.start();
	return {
		name: "process",
		url: `http://127.0.0.1:${app.port}`,
		databaseUrl: postgres.url(),
		customers: await customersOf(postgres.url(), prepare, options),
		processes: [
			{ name: "node", pid: app.pid()! },
			{ name: "postgres", pid: postgres.pid() },
		],
		async restart() {
			await app.stop();
			const since = performance.now();
			await app.start();
			return performance.now() - since;
		},
		async stop() {
			await app.stop();
			await postgres.stop();
		},
	};
}

/** Each workspace with a key of all four limits, none of which a measurement reaches. Only the first has articles. */
async function customersOf(
	databaseUrl: string,
	prepare: Prepare,
	{ workspaces = 1, existing }: ProductOptions,
): Promise<Customer[]> {
	const customers: Customer[] = [];
	for (let n = 0; n < workspaces; n += 1) {
		const workspace =
			n === 0 && existing
				? existing
				: await provisionWorkspace(databaseUrl, `bench ${n}`, KEY);
		const targets = targetsOf(await prepare(databaseUrl, workspace, n));
		const { searchPath, ...others } = targets;
		customers.push({
			headers: { Authorization: `Bearer ${workspace.key}` },
			targets: n === 0 ? targets : others,
		});
	}
	return customers;
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
	return selectTickets(client, workspace);
}

/** Returns the ids of some of the workspace's tickets. */
export async function selectTickets(
	client: pg.Client,
	workspace: Workspace,
): Promise<string[]> {
	const { rows } = await client.query<{ id: string }>(
		"select id from tickets.tickets where workspace_id = $1 order by random() limit 5000",
		[workspace.id],
	);
	return rows.map(({ id }) => id);
}
