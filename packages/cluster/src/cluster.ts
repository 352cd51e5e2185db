import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ensureLogins } from "@supportdesk/pg/ensure-logins.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import { startRedis, type TestRedis } from "@supportdesk/testkit/redis.ts";
import {
	type AppProcess,
	createAppProcess,
	runMigrations,
} from "./app-process.ts";
import { cleanUpOnExit } from "./clean-up-on-exit.ts";
import { createDatabase } from "./create-database.ts";
import {
	type PostgresProcess,
	startPostgresProcess,
} from "./postgres-process.ts";

export interface ClusterOptions {
	/** Empty folder for data, mails and logs; removed when this process ends. */
	readonly folder: string;
	/** Processes of each app; one if not given. With zero, callers get an address on which nothing listens. */
	readonly replicas?: Readonly<Partial<Record<App, number>>>;
	/** Added to an app's environment. */
	readonly env?: Readonly<Partial<Record<App, Record<string, string>>>>;
	/** Options of Node for an app. */
	readonly nodeOptions?: Readonly<Partial<Record<App, readonly string[]>>>;
	/**
	 * Puts a proxy between a part and its callers: returns the port that callers get instead. Called once for each part;
	 * `port` returns where the part listens now.
	 */
	readonly between?: (name: string, port: () => number) => Promise<number>;
}

export type App =
	| "gateway"
	| "tickets"
	| "knowledge"
	| "events"
	| "mail"
	| "ai";

/** The whole product as separate processes on this machine, on the loopback. */
export interface Cluster {
	readonly postgres: PostgresProcess;
	readonly redis: TestRedis;
	readonly apps: readonly AppProcess[];
	/** One for each gateway. */
	readonly urls: readonly string[];
	/** The first gateway's endpoint for Prometheus. */
	readonly metricsUrl: string;
	/** A superuser's address of the product's database, over the same link as the product's connections. */
	readonly databaseUrl: string;
	readonly outbox: string;
	/** Where mails come in by SMTP, one for each mail process. */
	readonly smtpPorts: readonly number[];
	stop(): Promise<void>;
}

/** The apps that store data, each in the schema of its name. */
const WITH_SCHEMA = ["gateway", "tickets", "knowledge", "events"] as const;

/**
 * Starts PostgreSQL (durable: fsync on), Redis and the six apps as they run in production, migrated, and waits until
 * all of them accept connections.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const stops: (() => Promise<unknown>)[] = [];
	const stop = async () => {
		for (const stopPart of stops.splice(0).reverse()) await stopPart();
	};
	try {
		return { ...(await startParts(options, stops)), stop };
	} catch (err) {
		await stop();
		throw err;
	}
}

async function startParts(
	options: ClusterOptions,
	stops: (() => Promise<unknown>)[],
): Promise<Omit<Cluster, "stop">> {
	const { folder, between = passThrough } = options;
	const outbox = join(folder, "outbox");
	await mkdir(outbox, { recursive: true });
	const postgres = await startPostgresProcess(join(folder, "postgres"), true);
	stops.push(postgres.stop);
	cleanUpOnExit(folder, postgres);
	const redis = await startRedis({
		needsOwnServer: true,
		appendFsync: "everysec",
	});
	stops.push(redis.close);
	const redisPort = Number(new URL(redis.url).port);
	const databaseUrl = await createDatabase(
		postgres.url(),
		await between("postgres", postgres.port),
	);
	const shared = await migrateSchemas(databaseUrl, folder);
	const metricsPort = await freePort();
	const smtpPorts = await Promise.all(
		Array.from({ length: options.replicas?.mail ?? 1 }, freePort),
	);
	const apps: AppProcess[] = [];
	stops.push(() => Promise.all(apps.map((app) => app.stop())));
	const start = (app: App, env: Record<string, string>) =>
		startApp(
			{ app, env: { ...shared, ...env } },
			options,
			{ metricsPort, smtpPorts },
			apps,
		);

	const AI_URL = grpcTarget(await start("ai", {}));
	const KNOWLEDGE_URL = grpcTarget(await start("knowledge", { AI_URL }));
	const TICKETS_URL = grpcTarget(
		await start("tickets", { AI_URL, KNOWLEDGE_URL, OUTBOX_DIR: outbox }),
	);
	const EVENTS_URL = grpcTarget(
		await start("events", { TICKETS_URL, KNOWLEDGE_URL }),
	);
	const MAIL_URL = grpcTarget(await start("mail", { TICKETS_URL }));
	const gateways = await start("gateway", {
		TICKETS_URL,
		KNOWLEDGE_URL,
		EVENTS_URL,
		MAIL_URL,
		REDIS_URL: `redis://127.0.0.1:${await between("redis", () => redisPort)}`,
	});
	return {
		postgres,
		redis,
		apps,
		urls: gateways.map((port) => `http://127.0.0.1:${port}`),
		metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
		databaseUrl,
		outbox,
		smtpPorts,
	};
}

const passThrough = async (_name: string, port: () => number) => port();

/** Migrates the schemas as their owner; returns the environment that the apps share. */
async function migrateSchemas(
	databaseUrl: string,
	folder: string,
): Promise<Record<string, string>> {
	const logins = await ensureLogins(databaseUrl, WITH_SCHEMA, {
		owner: randomBytes(24).toString("hex"),
		services: randomBytes(24).toString("hex"),
	});
	const shared = {
		DATABASE_URL: logins.servicesUrl,
		INTERNAL_SECRET: randomBytes(32).toString("hex"),
		CURSOR_SECRET: randomBytes(32).toString("hex"),
		SECRETS_KEY: randomBytes(32).toString("hex"),
		HOST: "127.0.0.1",
	};
	const env = { ...shared, DATABASE_URL: logins.ownerUrl };
	for (const app of WITH_SCHEMA) {
		const logFile = join(folder, `migrate-${app}.log`);
		await runMigrations({ name: `migrate ${app}`, app, env, logFile });
	}
	return shared;
}

/** Starts an app's processes and adds them to `apps`; returns the ports for their callers. */
async function startApp(
	{ app, env }: { app: App; env: Record<string, string> },
	options: ClusterOptions,
	{ metricsPort, smtpPorts }: { metricsPort: number; smtpPorts: number[] },
	apps: AppProcess[],
): Promise<number[]> {
	const { folder, between = passThrough } = options;
	const ports: number[] = [];
	const started: Promise<void>[] = [];
	for (let i = 1; i <= (options.replicas?.[app] ?? 1); i += 1) {
		const port = await freePort();
		const process = createAppProcess({
			name: `${app}-${i}`,
			app,
			port,
			logFile: join(folder, `${app}-${i}.log`),
			env: {
				...env,
				PORT: String(port),
				...(app === "gateway" &&
					i === 1 && { METRICS_PORT: String(metricsPort) }),
				...(app === "mail" && { MAIL_LISTEN: `127.0.0.1:${smtpPorts[i - 1]}` }),
				...options.env?.[app],
			},
			nodeOptions: options.nodeOptions?.[app],
		});
		apps.push(process);
		started.push(process.start());
		ports.push(
			app === "gateway" ? port : await between(process.name, () => port),
		);
	}
	await Promise.all(started);
	return ports.length > 0 ? ports : [await freePort()];
}

/** The gRPC target of processes on these ports. */
const grpcTarget = (ports: readonly number[]) =>
	`ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(",")}`;
