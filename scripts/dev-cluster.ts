// `npm run dev:cluster` starts the product as in production for a developer: the gateway and the five services as six
// processes with gRPC on the loopback, with PostgreSQL, Redis if it is installed, and the demo workspace. Data and logs
// are stored in .data/cluster (SUPPORTDESK_DATA). It takes the settings of `npm start`.
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkPort } from "../apps/standalone/src/check-port.ts";
import {
	openDataFolder,
	writeRunning,
} from "../apps/standalone/src/data-folder.ts";
import { ensureDemo } from "../apps/standalone/src/demo/ensure-demo.ts";
import { openDatabase } from "../apps/standalone/src/open-database.ts";
import {
	type AppProcess,
	createAppProcess,
	runMigrations,
} from "../packages/cluster/src/app-process.ts";
import { createLogger } from "../packages/logger/src/logger.ts";
import { given } from "../packages/settings/src/settings.ts";
import { freePort } from "../packages/testkit/src/free-port.ts";
import { redisMissing, startRedis } from "../packages/testkit/src/redis.ts";

/** The settings of `npm start` that the services take unchanged. */
const PASSED_ON =
	/^(?:MEILI_URL|MEILI_API_KEY|SMTP_URL|MAIL_FROM|MAIL_PLUS_ADDRESSES|MAIL_DKIM_[A-Z]+|LLM_[A-Z_]+|SUPPORTDESK_MODELS_FETCH)$/;

const env = given(process.env);
const gatewayPort = Number(env.PORT ?? 8080);
const dataDir = resolve(
	env.SUPPORTDESK_DATA ?? join(import.meta.dirname, "../.data/cluster"),
);
const folder = openDataFolder(dataDir);
const logs = join(dataDir, "logs");
const log = createLogger({ name: "dev-cluster", level: "warn" });
mkdirSync(logs, { recursive: true });

const stops: (() => Promise<unknown>)[] = [];
async function stop(): Promise<void> {
	for (const stopPart of stops.splice(0).reverse()) await stopPart();
}
const stopRequested = new Promise<void>((resolve) => {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.on(signal, resolve);
	process.on("disconnect", resolve); // scripts/run.mjs was killed
	process.channel?.unref();
});

try {
	await startAll();
	await stopRequested;
	console.log("Stopping …");
} catch (err) {
	console.error(`The cluster did not start: ${(err as Error).message}`);
	process.exitCode = 1;
} finally {
	await stop();
}

async function startAll(): Promise<void> {
	await checkPort(gatewayPort, "127.0.0.1");
	const database = await openDatabase(env.DATABASE_URL, folder.postgres, log);
	stops.push(database.close);
	if (database.warning) console.error(database.warning);
	const shared = {
		...passedOn(),
		DATABASE_URL: database.servicesUrl,
		INTERNAL_SECRET: randomBytes(32).toString("hex"),
		CURSOR_SECRET: folder.cursorSecret,
		SECRETS_KEY: folder.secretsKey,
		HOST: "127.0.0.1",
		METRICS_HOST: "127.0.0.1",
		OUTBOX_DIR: folder.outbox,
		SUPPORTDESK_MODELS: join(import.meta.dirname, "../.cache/models"),
		...(await redisUrl()),
	};
	const owner = { ...shared, DATABASE_URL: database.ownerUrl };
	for (const app of ["gateway", "tickets", "knowledge", "events"]) {
		const logFile = join(logs, `migrate-${app}.log`);
		await runMigrations({ name: `migrate ${app}`, app, env: owner, logFile });
	}
	const ai = await startApp("ai", shared);
	const AI_URL = `127.0.0.1:${ai.port}`;
	const knowledge = await startApp("knowledge", { ...shared, AI_URL });
	const KNOWLEDGE_URL = `127.0.0.1:${knowledge.port}`;
	const tickets = await startApp("tickets", {
		...shared,
		AI_URL,
		KNOWLEDGE_URL,
	});
	const TICKETS_URL = `127.0.0.1:${tickets.port}`;
	const events = await startApp("events", {
		...shared,
		TICKETS_URL,
		KNOWLEDGE_URL,
	});
	const mailPort = await freePort();
	const mail = await startApp("mail", {
		...shared,
		TICKETS_URL,
		MAIL_LISTEN: `127.0.0.1:${mailPort}`,
	});
	const gateway = await startApp(
		"gateway",
		{
			...shared,
			TICKETS_URL,
			KNOWLEDGE_URL,
			EVENTS_URL: `127.0.0.1:${events.port}`,
			MAIL_URL: `127.0.0.1:${mail.port}`,
			DRAIN_DELAY_MS: "0",
		},
		gatewayPort,
	);
	const baseUrl = `http://127.0.0.1:${gateway.port}`;
	writeRunning(folder, database, env.PUBLIC_URL || baseUrl);
	stops.push(async () => rmSync(folder.running, { force: true }));
	const reached = { baseUrl, mail: { host: "127.0.0.1", port: mailPort } };
	const demo = await ensureDemo(database.ownerUrl, reached, folder, log);
	console.log(`
The cluster is running (Ctrl-C stops it). Logs are in ${logs}.

${[gateway, tickets, knowledge, events, mail, ai].map(describe).join("\n")}

  curl ${baseUrl}/v1/tickets -H 'Authorization: Bearer ${demo.keys.growth}' -H 'Content-Type: application/json' -d '{"subject": "Cannot log in", "body": "My password is refused.", "contact": {"email": "me@customer.example"}}'
`);
}

async function startApp(
	app: string,
	settings: Record<string, string>,
	port?: number,
): Promise<AppProcess> {
	const ownPort = port ?? (await freePort());
	const started = createAppProcess({
		name: app,
		app,
		port: ownPort,
		env: { ...settings, PORT: String(ownPort) },
		logFile: join(logs, `${app}.log`),
	});
	stops.push(started.stop);
	await started.start();
	return started;
}

function passedOn(): Record<string, string> {
	const settings = Object.entries(env).filter(([name]) => PASSED_ON.test(name));
	return Object.fromEntries(settings) as Record<string, string>;
}

async function redisUrl(): Promise<{ REDIS_URL?: string }> {
	if (env.REDIS_URL) return { REDIS_URL: env.REDIS_URL };
	if (redisMissing()) return {};
	const redis = await startRedis();
	stops.push(redis.close);
	return { REDIS_URL: redis.url };
}

function describe({ name, port, pid }: AppProcess): string {
	return `  ${name.padEnd(10)} 127.0.0.1:${port}  process ${pid()}`;
}
