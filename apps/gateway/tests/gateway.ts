import { newId } from "@supportdesk/ids/ids.ts";
import { generateApiKey, hashApiKey } from "@supportdesk/keys/api-key.ts";
import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import { SCOPES, type Scope } from "@supportdesk/keys/scopes.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import {
	createTestDatabase,
	servicesAddress,
} from "@supportdesk/testkit/database.ts";
import pg from "pg";
import type { Config } from "../src/config.ts";
import { loadConfig } from "../src/config.ts";
import { migration } from "../src/migration.ts";
import { createService, type Overrides } from "../src/service.ts";
import { createFakeServices } from "./fake-services.ts";

export interface KeyOptions {
	readonly scopes?: readonly Scope[];
	readonly plan?: string;
	readonly perMinute?: number;
	readonly perDay?: number;
	readonly burst?: number;
	readonly concurrent?: number;
	readonly expiresAt?: Date;
	/** The latest one by default; null for a key of a gateway before versions. */
	readonly apiVersion?: string | null;
	/** The database's first workspace by default. */
	readonly workspaceId?: string;
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** A migrated database with one workspace, for one or several gateways. */
export async function createKeyDatabase() {
	const silent = createLogger({ name: "migrate", level: "silent" });
	const database = await createTestDatabase([migration("").dir], (url) =>
		migrate(migration(url), silent),
	);
	const admin = new pg.Client(database.url);
	admin.on("error", () => {});
	await admin.connect();
	const createWorkspace = async () => {
		const id = newId("wsp", Date.now());
		await admin.query(
			"insert into gateway.workspaces (id, name, created_at) values ($1, 'Test', now())",
			[id],
		);
		return id;
	};
	const workspaceId = await createWorkspace();
	return {
		url: database.url,
		admin,
		workspaceId,
		/** Creates another workspace and returns its id. */
		createWorkspace,
		/** Creates a key and returns its secret. */
		async createKey(options: KeyOptions = {}) {
			const secret = generateApiKey();
			await admin.query(
				`insert into gateway.api_keys
				   (workspace_id, id, owner_id, key_hash, masked, scopes, plan, per_minute, per_day, burst, concurrent, expires_at, api_version, created_at)
				 values ($1, $2, $3, $4, 'masked', $5, $6, $7, $8, $9, $10, $11, $12, now())`,
				[
					options.workspaceId ?? workspaceId,
					newId("key", Date.now()),
					newId("usr", Date.now()),
					hashApiKey(secret),
					options.scopes ?? SCOPES,
					options.plan ?? "enterprise",
					options.perMinute ?? 1_000_000,
					options.perDay ?? -1,
					options.burst ?? 1_000_000,
					options.concurrent ?? 1_000,
					options.expiresAt ?? null,
					options.apiVersion === undefined
						? LATEST_API_VERSION
						: options.apiVersion,
				],
			);
			return secret;
		},
		async close() {
			await admin.end();
			await database.drop();
		},
	};
}

export type KeyDatabase = Awaited<ReturnType<typeof createKeyDatabase>>;

export function testConfig(
	url: string,
	changes: Partial<Config> = {},
	env: NodeJS.ProcessEnv = {},
): Config {
	const config = loadConfig({
		DATABASE_URL: servicesAddress(url),
		INTERNAL_SECRET: "a secret that is only good for tests",
		TICKETS_URL: "127.0.0.1:1",
		KNOWLEDGE_URL: "127.0.0.1:1",
		PORT: "0",
		HOST: "127.0.0.1",
		METRICS_PORT: "0",
		METRICS_HOST: "127.0.0.1",
		DRAIN_DELAY_MS: "0",
		ARGON2_MEMORY_KIB: "64",
		ARGON2_PASSES: "1",
		SECRETS_KEY: "another secret that is only good for tests",
		// The console may have been built, or not.
		CONSOLE_DIR: "/nonexistent",
		...env,
	});
	return { ...config, ...changes };
}

/** Starts a gateway with services that return the examples, a database and a key with all scopes. */
export async function startGateway(
	options: {
		config?: Partial<Config>;
		/** Settings that this test overrides. */
		env?: NodeJS.ProcessEnv;
		overrides?: Overrides;
		database?: KeyDatabase;
	} = {},
) {
	const lines: string[] = [];
	const log = createLogger({
		name: "test",
		level: "debug",
		destination: { write: (line) => void lines.push(line) },
	});
	const database = options.database ?? (await createKeyDatabase());
	const services = createFakeServices(log);
	const service = createService(
		testConfig(database.url, options.config, options.env),
		log,
		services.clients,
		// Test files share the processors, so the event loop's delay does not measure the gateway's load.
		{
			eventLoopDelayMs: () => 0,
			keys: services.keys,
			accounts: services.accounts,
			...options.overrides,
		},
	);
	const port = await service.start();
	const url = `http://127.0.0.1:${port}`;
	const key = await database.createKey();

	return {
		url,
		port,
		key,
		lines,
		database,
		services,
		service,
		/** Sends JSON, by default with the key with all scopes. */
		async send(method: string, path: string, init: SendOptions = {}) {
			const hasBody = init.body !== undefined;
			const raw = typeof init.body === "string" || init.body instanceof Buffer;
			const response = await fetch(url + path, {
				method,
				headers: {
					...(init.key !== null && {
						Authorization: `Bearer ${init.key ?? key}`,
					}),
					...(hasBody && { "Content-Type": "application/json" }),
					...init.headers,
				},
				body: hasBody
					? raw
						? (init.body as string)
						: JSON.stringify(init.body)
					: undefined,
				signal: init.signal,
			});
			return readResponse(response);
		},
		async stop() {
			await service.stop();
			if (!options.database) await database.close();
		},
	};
}

export interface SendOptions {
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
	/** null sends none. */
	readonly key?: string | null;
	readonly signal?: AbortSignal;
}

export interface TestResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
	readonly json: any;
}

async function readResponse(response: Response): Promise<TestResponse> {
	const text = await response.text();
	const isJson = response.headers
		.get("content-type")
		?.startsWith("application/json");
	return {
		status: response.status,
		headers: response.headers,
		text,
		json: isJson && text !== "" ? JSON.parse(text) : undefined,
	};
}
