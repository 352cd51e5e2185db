import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { createMetricsServer } from "@supportdesk/metrics/metrics-server.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { serviceRole } from "@supportdesk/pg/service-role.ts";
import { sqlState } from "@supportdesk/pg/sqlstate.ts";
import { checkPort, describeListenError } from "./check-port.ts";
import { composeProduct } from "./compose.ts";
import type { Config } from "./config.ts";
import { type DataFolder, writeRunning } from "./data-folder.ts";
import type { Demo } from "./demo/demo.ts";
import { createDemoLink, ensureDemo } from "./demo/ensure-demo.ts";
import { migrateAll, SCHEMAS } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import { StartError } from "./start-error.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

export interface Standalone {
	readonly demo: Demo;
	/** Signs in to the console once, as an admin of the demo workspace. */
	readonly signInUrl: string | undefined;
	readonly metricsUrl: string;
	/** What the operator should change. */
	readonly warning?: string;
	/** Resolves when the embedded database has ended and is not restarted. */
	readonly databaseEnded: Promise<void>;
	/** Finishes what is in progress, then stops everything. */
	stop(): Promise<void>;
}

/**
 * Starts the one-machine installation: database, migrations, the product, the demo.
 *
 * @throws StartError with a sentence for the operator
 */
export async function start(
	config: Config,
	folder: DataFolder,
	log: Logger,
): Promise<Standalone> {
	await checkPort(config.port, config.host);
	await checkPort(config.metrics.port, config.metrics.host, "METRICS_PORT");
	const database = await openDatabase(config.databaseUrl, folder.postgres, log);
	const stops = [database.close];
	const stop = async () => {
		for (const stopPart of stops.splice(0).reverse()) await stopPart();
	};
	try {
		const metrics = createProcessMetrics();
		const metricsServer = createMetricsServer(metrics.registry, log);
		const metricsPort = await metricsServer.listen(config.metrics);
		const metricsUrl = `http://${reachable(config.metrics.host)}:${metricsPort}/metrics`;
		stops.push(metricsServer.close);
		await migrateAll(database.ownerUrl, log).catch((err) => {
			throw describeMigrationError(err, database.ownerUrl);
		});
		const product = await composeProduct(
			{
				OUTBOX_DIR: folder.outbox,
				CURSOR_SECRET: folder.cursorSecret,
				SECRETS_KEY: folder.secretsKey,
				MAIL_LISTEN,
				...config.parts,
				DATABASE_URL: database.servicesUrl,
				// Only the parts of this process use it.
				INTERNAL_SECRET: randomBytes(32).toString("hex"),
			},
			"process",
			metrics,
			log,
		).catch((err) => {
			throw describeListenError(err, config.port, config.host);
		});
		stops.push(product.stop);
		const baseUrl = `http://${reachable(config.host)}:${product.port}`;
		writeRunning(folder, database, config.publicUrl ?? baseUrl);
		stops.push(async () => rmSync(folder.running, { force: true }));
		const { smtpPort } = product;
		const mail =
			smtpPort === undefined
				? null
				: { host: mailHost(config.parts), port: smtpPort };
		const reached = { baseUrl, mail };
		const demo = await ensureDemo(database.ownerUrl, reached, folder, log);
		const signInUrl = await createDemoLink(database.ownerUrl, demo, log);
		const { warning, ended: databaseEnded } = database;
		return { demo, signInUrl, metricsUrl, warning, databaseEnded, stop };
	} catch (err) {
		await stop();
		throw err;
	}
}

/** Where mail comes in unless the environment says otherwise: a port that mail servers use beside 25, or any free one. */
const MAIL_LISTEN = "127.0.0.1:2525,127.0.0.1:0";

function mailHost(parts: NodeJS.ProcessEnv): string {
	const [first] = (parts.MAIL_LISTEN ?? MAIL_LISTEN).split(",");
	const host = first!.slice(0, first!.lastIndexOf(":"));
	return reachable(host.replace(/^\[|\]$/g, ""));
}

/** The StartError for a login without the required rights; returns other errors unchanged. */
function describeMigrationError(err: unknown, url: string): unknown {
	if (sqlState(err) !== INSUFFICIENT_PRIVILEGE) return err;
	const { message } = err as Error;
	// Roles belong to the whole server, and only who has created one may grant it.
	if (message.includes("grant role")) {
		const roles = SCHEMAS.map(serviceRole).join(", ");
		const login = decodeURIComponent(new URL(url).username);
		return new StartError(
			`Another login of the PostgreSQL server has created the required roles (${message}): grant them to that of DATABASE_URL, as a superuser or as the login that has created them: grant ${roles} to "${login}";`,
		);
	}
	return new StartError(
		`The login of DATABASE_URL may not create the required schemas and roles (${message}): make it the owner of the database and let it create roles.`,
	);
}

/** An address that a client on this machine can use. */
function reachable(host: string): string {
	if (host === "0.0.0.0") return "127.0.0.1";
	if (host === "::") return "[::1]";
	return host.includes(":") ? `[${host}]` : host;
}
