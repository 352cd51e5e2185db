import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
	type AppProcess,
	createAppProcess,
	runMigrations,
} from "../../packages/cluster/src/app-process.ts";
import { cleanUpOnExit } from "../../packages/cluster/src/clean-up-on-exit.ts";
import { createDatabase } from "../../packages/cluster/src/create-database.ts";
import { startPostgresProcess } from "../../packages/cluster/src/postgres-process.ts";
import { ensureLogins } from "../../packages/pg/src/migrate/ensure-logins.ts";
import { freePort } from "../../packages/testkit/src/free-port.ts";
import { redisMissing, startRedis } from "../../packages/testkit/src/redis.ts";
import type { Version } from "./versions.ts";

type App = "gateway" | "tickets" | "knowledge" | "events" | "mail" | "ai";

/** The apps of one version, one process each. */
export interface Side {
	/** Address of its gateway. */
	readonly url: string;
	migrate(): Promise<void>;
	/** Starts apps; those that the version does not have are left out. */
	start(...apps: App[]): Promise<void>;
	/** Shuts apps down, as a rollout stops a pod. */
	stop(...apps: App[]): Promise<void>;
}

/** Two versions of a cluster on one database, whose gateways and services find the processes of both. */
export interface BothVersions {
	readonly earlier: Side;
	readonly present: Side;
	/** A superuser's address. */
	readonly databaseUrl: string;
	stop(): Promise<void>;
}

const WITH_SCHEMA = ["gateway", "tickets", "knowledge", "events"] as const;
const APPS: readonly App[] = [...WITH_SCHEMA, "mail", "ai"];
// Long enough for the load balancer to detect that a gateway is stopping.
const DRAIN_DELAY_MS = "2500";

export async function startBothVersions(
	earlier: Version,
	present: Version,
	folder: string,
): Promise<BothVersions> {
	mkdirSync(join(folder, "outbox"), { recursive: true });
	const postgres = await startPostgresProcess(join(folder, "postgres"), true);
	cleanUpOnExit(folder, postgres);
	const databaseUrl = await createDatabase(postgres.url());
	const redis = redisMissing() ? undefined : await startRedis();
	const [earlierPorts, presentPorts] = [await freePorts(), await freePorts()];
	const find = (app: App) =>
		`ipv4:127.0.0.1:${earlierPorts[app]},127.0.0.1:${presentPorts[app]}`;
	const shared = {
		INTERNAL_SECRET: randomBytes(32).toString("hex"),
		CURSOR_SECRET: randomBytes(32).toString("hex"),
		SECRETS_KEY: randomBytes(32).toString("hex"),
		HOST: "127.0.0.1",
		OUTBOX_DIR: join(folder, "outbox"),
		SUPPORTDESK_MODELS_FETCH: "false",
		TICKETS_URL: find("tickets"),
		KNOWLEDGE_URL: find("knowledge"),
		EVENTS_URL: find("events"),
		MAIL_URL: find("mail"),
		AI_URL: find("ai"),
		DRAIN_DELAY_MS,
		...(redis && { REDIS_URL: redis.url }),
	};
	// The first version has one login for all purposes.
	const oneLogin = async () => ({
		ownerUrl: databaseUrl,
		servicesUrl: databaseUrl,
	});
	const passwords = { owner: "owner", services: "services" };
	const sides = {
		earlier: createSide(earlier, earlierPorts, shared, folder, oneLogin),
		present: createSide(present, presentPorts, shared, folder, () =>
			ensureLogins(databaseUrl, WITH_SCHEMA, passwords),
		),
	};
	return {
		...sides,
		databaseUrl,
		async stop() {
			for (const side of [sides.earlier, sides.present])
				await side.stop(...APPS.toReversed());
			await redis?.close();
			await postgres.stop();
		},
	};
}

function createSide(
	{ name, root }: Version,
	ports: Readonly<Record<App, number>>,
	shared: Readonly<Record<string, string>>,
	folder: string,
	prepareLogins: () => Promise<{ ownerUrl: string; servicesUrl: string }>,
): Side {
	const running = new Map<App, AppProcess>();
	const logFile = (what: string) =>
		join(folder, `${what}-${name.replaceAll(" ", "-")}.log`);
	const exists = (app: App) => existsSync(join(root, "apps", app));
	let servicesUrl = "";
	return {
		url: `http://127.0.0.1:${ports.gateway}`,
		async migrate() {
			const logins = await prepareLogins();
			({ servicesUrl } = logins);
			for (const app of WITH_SCHEMA.filter(exists)) {
				const env = { ...shared, DATABASE_URL: logins.ownerUrl };
				const what = `migrate-${app}`;
				await runMigrations({
					...{ name: `${what} of ${name}`, app, root, env },
					logFile: logFile(what),
				});
			}
		},
		async start(...apps) {
			const started = apps.filter(exists).map((app) => {
				const process = createAppProcess({
					...{ name: `${app} of ${name}`, app, root, port: ports[app] },
					logFile: logFile(app),
					env: {
						...shared,
						DATABASE_URL: servicesUrl,
						PORT: String(ports[app]),
					},
				});
				running.set(app, process);
				return process.start();
			});
			await Promise.all(started);
		},
		async stop(...apps) {
			await Promise.all(apps.map((app) => running.get(app)?.stop()));
			for (const app of apps) running.delete(app);
		},
	};
}

async function freePorts(): Promise<Record<App, number>> {
	return {
		gateway: await freePort(),
		tickets: await freePort(),
		knowledge: await freePort(),
		events: await freePort(),
		mail: await freePort(),
		ai: await freePort(),
	};
}
