import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
	tokenHashOf,
	updateSessionUse,
} from "@supportdesk/accounts/sessions.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { FAILED_AUTHENTICATION_LIMITS } from "@supportdesk/limits/failed-authentication.ts";
import { rateLimitHeaders } from "@supportdesk/limits/headers.ts";
import { WINDOW_LENGTHS } from "@supportdesk/limits/limits.ts";
import { unusedVerdict } from "@supportdesk/limits/verdict.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	createProcessMetrics,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";
import { assertMigrated } from "@supportdesk/pg/assert-migrated.ts";
import { assertTenantsAreIsolated } from "@supportdesk/pg/guard.ts";
import { ensureLoginSettings } from "@supportdesk/pg/login-settings.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import { directAddress } from "@supportdesk/pg/pooler.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import {
	type AccountsApi,
	createAccountsApi,
} from "./accounts/accounts-api.ts";
import type { AccountsDeps } from "./accounts/accounts-deps.ts";
import { authEndpoints } from "./accounts/auth-endpoints.ts";
import { findSession } from "./accounts/find-session.ts";
import { createPasswords } from "./accounts/passwords.ts";
import type { Services } from "./api/endpoint.ts";
import type { Config } from "./config.ts";
import { createByteSemaphore } from "./guards/byte-semaphore.ts";
import { JsonParser } from "./guards/json-parser.ts";
import { createLoadShedder, watchEventLoop } from "./guards/load-shedder.ts";
import { createMemoryBudget } from "./guards/memory-budget.ts";
import { guardServer, type RawResponseDeps } from "./guards/raw-http.ts";
import { createApp } from "./http/create-app.ts";
import { errorBody } from "./http/error-envelope.ts";
import { createHttpServer } from "./http/http-server.ts";
import { ALWAYS } from "./http/write-response.ts";
import { findApiKey } from "./keys/find-api-key.ts";
import { createKeyCache } from "./keys/key-cache.ts";
import { createKeysApi, type KeysApi } from "./keys/keys-api.ts";
import { createLastUse, type LastUse } from "./keys/last-use.ts";
import { createLimiter } from "./limiter.ts";
import { createMetrics } from "./metrics.ts";
import { migration } from "./migration.ts";
import { listenForNotifications, type Notifications } from "./notifications.ts";
import { createPresence } from "./presence/presence.ts";
import { purgeHourly } from "./purge-hourly.ts";
import { createReadiness } from "./readiness.ts";
import { updateLastUse } from "./store/last-use.ts";
import { createDownloads } from "./streams/downloads.ts";
import { createStreams } from "./streams/streams.ts";

// Requests that still run after this time are aborted.
const STOP_MS_MAX = 25_000;

const BUILT_CONSOLE = fileURLToPath(
	new URL("../../console/dist", import.meta.url),
);

export interface Overrides {
	/** Metrics of the process, if it runs other services as well. */
	readonly metrics?: ProcessMetrics;
	/** Epoch milliseconds. */
	readonly now?: () => number;
	/** How late the event loop is; measured by default. */
	readonly eventLoopDelayMs?: () => number;
	/** What endpoints of API keys call. */
	readonly keys?: KeysApi;
	/** What endpoints of accounts call. */
	readonly accounts?: AccountsApi;
}

export interface Service {
	/** Checks the database, listens, and resolves to the bound port. */
	start(): Promise<number>;
	/** Reports not ready, serves for the configured delay, finishes the requests in progress, and closes everything. */
	stop(): Promise<void>;
	/** The metrics for Prometheus. */
	readonly metrics: ProcessMetrics;
}

/** Composes the gateway. The caller provides the clients, over any transport. */
export function createService(
	config: Config,
	log: Logger,
	clients: Services,
	overrides: Overrides = {},
): Service {
	const processMetrics = overrides.metrics ?? createProcessMetrics();
	const metrics = createMetrics(processMetrics);
	const now = overrides.now ?? Date.now;
	const db = createPool(config.db, log);
	processMetrics.watchPool("gateway", db);
	const keys = createKeyCache((hash) => {
		const tokenHash = tokenHashOf(hash);
		return tokenHash === undefined
			? findApiKey(db, config.plans, hash)
			: findSession(db, config.plans, config.sessions, tokenHash);
	}, now);
	const { plans, cursorSecret } = config;
	const sessionPlan = config.sessions.plan;
	const keysDeps = { db, plans, cursorSecret, sessionPlan, now };
	let publicUrl = config.publicUrl ?? "";
	const tickets = processMetrics.observeClient("tickets", clients.tickets);
	const lastUse = createStoredLastUse(db, now, log);
	const limiter = createLimiter(config.redisUrl, config.replicas, metrics, log);
	const eventLoop = watchEventLoop();
	const json = new JsonParser();
	const memory = createMemoryBudget();
	metrics.watchMemory(memory.heldBytes);
	const readiness = createReadiness(db, now);
	const events = processMetrics.observeClient("events", clients.events);
	const presence = createPresence(db, now);
	const streams = createStreams(
		events.findNextEvents,
		keys,
		limiter,
		presence,
		log,
		now,
	);
	const downloads = createDownloads(keys, limiter, memory, log, now);
	metrics.watchStreams(streams.count);
	const accountsDeps: AccountsDeps = {
		db,
		limiter,
		cursorSecret,
		passwords: createPasswords(config.passwords),
		sessions: config.sessions,
		secretsKey: config.secretsKey,
		notifyAgent: tickets.notifyAgent,
		publicUrl: () => publicUrl,
		log,
		now,
	};
	const server = createHttpServer(
		createApp({
			clients: {
				tickets,
				knowledge: processMetrics.observeClient("knowledge", clients.knowledge),
				events,
				mail: processMetrics.observeClient("mail", clients.mail),
				keys: overrides.keys ?? createKeysApi(keysDeps),
				accounts: overrides.accounts ?? createAccountsApi(accountsDeps),
				presence,
			},
			json,
			memory,
			semaphore: createByteSemaphore(),
			streams,
			downloads,
			keys,
			limiter,
			lastUse,
			shedder: createLoadShedder(overrides.eventLoopDelayMs ?? eventLoop.p99Ms),
			health: readiness,
			metrics,
			log,
			now,
			trustedProxyHops: config.trustedProxyHops,
			consoleFolder: config.consoleFolder ?? BUILT_CONSOLE,
			publicUrl: () => publicUrl,
			authEndpoints: authEndpoints(accountsDeps, config.oidc),
			cursorSecret,
		}),
	);
	guardServer(server, rawResponses(log));
	let notifications: Notifications | undefined;
	let purge: ReturnType<typeof purgeHourly> | undefined;

	return {
		metrics: processMetrics,
		async start() {
			await ensureLoginSettings(config.db, db);
			await assertMigrated(db, migration(config.db.url));
			await assertTenantsAreIsolated(db, config.db.schema, log);
			await limiter.start();
			notifications = listenForNotifications(
				directAddress(config.db),
				{ api_keys: keys.forget, presence: presence.receive },
				// Changes of keys may have been missed.
				keys.forgetAll,
				log,
			);
			purge = purgeHourly(db, config.retention, now, log);
			const port = await listen(server, config.port, config.host);
			publicUrl ||= `http://${reachable(config.host)}:${port}`;
			return port;
		},
		async stop() {
			const drained = readiness.drain(server, config.drainDelayMs);
			streams.drain();
			downloads.drain();
			await drained;
			await closeServer(server);
			await notifications?.stop();
			presence.stop();
			await purge?.stop();
			await lastUse.stop();
			await json.close();
			eventLoop.stop();
			await limiter.close();
			await db.end();
		},
	};
}

function createStoredLastUse(
	db: Pool,
	now: () => number,
	log: Logger,
): LastUse {
	return createLastUse(
		(workspaceId, keyIds, hour) =>
			writeAll(db, workspaceId, [
				updateLastUse(workspaceId, keyIds, hour),
				updateSessionUse(workspaceId, keyIds, hour),
			]),
		now,
		log,
	);
}

/** The dependencies of responses to malformed requests. */
function rawResponses(log: Logger): RawResponseDeps {
	return {
		newRequestId: () => newId("req", Date.now()),
		renderError: errorBody,
		headers: () => ({
			...ALWAYS,
			...rateLimitHeaders(
				unusedVerdict(FAILED_AUTHENTICATION_LIMITS, WINDOW_LENGTHS, Date.now()),
			),
		}),
		onRefused: ({ status, requestId, err }) =>
			log.info(
				{ status, requestId, reason: err.message },
				"malformed request refused",
			),
	};
}

/** An address that a browser on this machine can use. */
function reachable(host: string): string {
	if (host === "0.0.0.0") return "127.0.0.1";
	if (host === "::") return "[::1]";
	return host.includes(":") ? `[${host}]` : host;
}

async function listen(server: Server, port: number, host: string) {
	server.listen(port, host);
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

/** Waits for the requests in progress, up to `STOP_MS_MAX`. */
async function closeServer(server: Server): Promise<void> {
	if (!server.listening) return;
	const timer = setTimeout(() => server.closeAllConnections(), STOP_MS_MAX);
	server.close();
	server.closeIdleConnections();
	await once(server, "close");
	clearTimeout(timer);
}
