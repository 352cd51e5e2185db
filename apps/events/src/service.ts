import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	createProcessMetrics,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";
import { assertMigrated } from "@supportdesk/pg/assert-migrated.ts";
import { assertTenantsAreIsolated } from "@supportdesk/pg/guard.ts";
import { ensureLoginSettings } from "@supportdesk/pg/login-settings.ts";
import { createPool, isReachable } from "@supportdesk/pg/pool.ts";
import { directAddress } from "@supportdesk/pg/pooler.ts";
import { shareAnnouncements } from "@supportdesk/pg/shared-announcements.ts";
import { allowedNetworks } from "@supportdesk/public-addresses/allowed-address.ts";
import type { EventsApi } from "@supportdesk/rpc/service-api.ts";
import { listenForAnnouncements } from "./announcements.ts";
import { type CollectOutbox, collectFrom } from "./collect/collect.ts";
import type { Config } from "./config.ts";
import { deliverDue } from "./deliver/deliver.ts";
import { watchDisabled } from "./deliver/disable.ts";
import { createLookup } from "./deliver/lookup.ts";
import type { Clock, Deps } from "./deps.ts";
import { createMetrics } from "./metrics.ts";
import { migration } from "./migration.ts";
import { purgeHourly } from "./purge.ts";
import { createWebhook } from "./rpc/create-webhook.ts";
import { deleteWebhook } from "./rpc/delete-webhook.ts";
import { findNextEvents } from "./rpc/find-next-events.ts";
import { getEvent } from "./rpc/get-event.ts";
import { getWebhook } from "./rpc/get-webhook.ts";
import { listDeliveries } from "./rpc/list-deliveries.ts";
import { listEvents } from "./rpc/list-events.ts";
import { listWebhooks } from "./rpc/list-webhooks.ts";
import { replayWebhook } from "./rpc/replay-webhook.ts";
import { retryDelivery } from "./rpc/retry-delivery.ts";
import { rotateWebhook } from "./rpc/rotate-webhook.ts";
import { testWebhook } from "./rpc/test-webhook.ts";
import { updateWebhook } from "./rpc/update-webhook.ts";

export interface Service {
	readonly handlers: EventsApi;
	/** What Prometheus reads of it. */
	readonly metrics: ProcessMetrics;
	/** Checks the database and begins to collect. */
	start(): Promise<void>;
	/** Whether the database answers. */
	isReady(): Promise<boolean>;
	/** Stops collecting and closes the connections. */
	stop(): Promise<void>;
}

export interface Overrides extends Partial<Pick<Deps, "clock" | "network">> {
	/** Of the process, where it holds more than this service. */
	readonly metrics?: ProcessMetrics;
}

const systemClock: Clock = { now: () => new Date() };

/** The other services, as this one calls them. */
export interface Clients {
	/** The services whose changes become events, by their names. */
	readonly sources: Readonly<Record<string, CollectOutbox>>;
	readonly notifyAgent: Deps["notifyAgent"];
}

/** The events service: what exists and how it is connected. */
export function createService(
	config: Config,
	log: Logger,
	clients: Clients,
	overrides: Overrides = {},
): Service {
	const metrics = overrides.metrics ?? createProcessMetrics();
	const db = createPool(config.db, log);
	metrics.watchPool("events", db);
	const { role } = config.db;
	const url = directAddress(config.db);
	const deps: Deps = {
		db,
		connection: { url, role },
		clock: overrides.clock ?? systemClock,
		log,
		announcements: listenForAnnouncements(url, role, log),
		cursorSecret: config.cursorSecret,
		keepDays: config.keepDays,
		network: overrides.network ?? {
			allowed: allowedNetworks(config.webhookAllow),
			lookup: createLookup(),
		},
		notifyAgent: clients.notifyAgent,
		secretsKey: config.secretsKey,
		metrics: createMetrics(metrics),
	};
	const shared = shareAnnouncements(db, log);
	const running: { stop(): Promise<void> }[] = [];
	return {
		metrics,
		handlers: metrics.observeHandlers("events", {
			listEvents: listEvents(deps),
			getEvent: getEvent(deps),
			findNextEvents: findNextEvents(deps),
			createWebhook: createWebhook(deps),
			getWebhook: getWebhook(deps),
			listWebhooks: listWebhooks(deps),
			updateWebhook: updateWebhook(deps),
			deleteWebhook: deleteWebhook(deps),
			rotateWebhook: rotateWebhook(deps),
			testWebhook: testWebhook(deps),
			listDeliveries: listDeliveries(deps),
			retryDelivery: retryDelivery(deps),
			replayWebhook: replayWebhook(deps),
		}),
		async start() {
			await ensureLoginSettings(config.db, db);
			await assertMigrated(db, migration(url));
			await assertTenantsAreIsolated(db, config.db.schema, log);
			for (const [name, source] of Object.entries(clients.sources)) {
				running.push(collectFrom(name, source, deps));
			}
			running.push(deliverDue(deps));
			running.push(watchDisabled(deps));
			running.push(purgeHourly(deps));
		},
		isReady: () => isReachable(db),
		async stop() {
			await Promise.all(running.map((part) => part.stop()));
			await deps.announcements.stop();
			await shared.stop();
			await db.end();
		},
	};
}
