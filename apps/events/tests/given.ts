import type { NotifyAgentRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { allowedNetworks } from "@supportdesk/public-addresses/allowed-address.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { EventsApi } from "@supportdesk/rpc/service-api.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { onTestFinished } from "vitest";
import type { Lookup } from "../src/deliver/lookup.ts";
import { migration } from "../src/migration.ts";
import { createService } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import { openSource, SOURCE_SCHEMA } from "./source.ts";

/** A migrated database of the test's own, with a source of events. */
export async function givenDatabase(): Promise<string> {
	const { dir } = migration("");
	const database = await createTestDatabase([dir], (url) =>
		migrate(migration(url), log),
	);
	onTestFinished(() => database.drop());
	const client = new pg.Client(database.url);
	await client.connect();
	await client.query(SOURCE_SCHEMA);
	await client.end();
	return database.url;
}

export interface GivenService {
	readonly api: EventsApi;
	/** The mails to agents that the tickets service was asked for. */
	readonly notices: readonly NotifyAgentRequest[];
	/** Moves the service's clock. */
	advance(ms: number): void;
	/** Once; the end of the test does it otherwise. */
	stop(): Promise<void>;
}

/** A started process of the service that collects from the source. */
export async function givenService(
	url: string,
	env: Record<string, string> = {},
	overrides: { readonly lookup?: Lookup } = {},
): Promise<GivenService> {
	let offsetMs = 0;
	const notices: NotifyAgentRequest[] = [];
	const { source, close } = openSource(url);
	const config = configFor(url, env);
	const { lookup } = overrides;
	const allowed = allowedNetworks(config.webhookAllow);
	const service = createService(
		config,
		log,
		{
			sources: { source },
			async notifyAgent(request) {
				notices.push(request);
				return {};
			},
		},
		{
			clock: { now: () => new Date(Date.now() + offsetMs) },
			...(lookup && { network: { allowed, lookup } }),
		},
	);
	await service.start();
	let stopped: Promise<void> | undefined;
	const stop = () => {
		stopped ??= service.stop().then(close);
		return stopped;
	};
	onTestFinished(stop);
	return {
		api: service.handlers,
		notices,
		advance: (ms) => {
			offsetMs += ms;
		},
		stop,
	};
}

/** A call of a workspace's API key. */
export function calledBy(workspaceId: string): CallContext {
	const nowMs = Date.now();
	return {
		requestId: newId("req", nowMs),
		workspaceId,
		apiKeyId: newId("key", nowMs),
		actorId: newId("usr", nowMs),
		deadline: nowMs + 30_000,
		signal: AbortSignal.timeout(30_000),
		operationId: "",
	};
}
