import type { Logger } from "@supportdesk/logger/logger.ts";
import pg from "pg";
import { neverPrepare } from "../batch/batch.ts";
import { type DatabaseAddress, pooledConnection } from "./pooler.ts";

export type Pool = pg.Pool;

export interface PoolConfig extends DatabaseAddress {
	/** The service's own role; every connection works as this one. The login itself if not given. */
	readonly role?: string;
	/** The service's own schema: the only one on the search path. None if not given. */
	readonly schema?: string;
	/** Connections at the most. */
	readonly sizeMax: number;
}

const CONNECT_TIMEOUT_MS = 2_000; // a caller gets service_unavailable rather than waiting
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const IDLE_CONNECTION_MS = 60_000;
const ANSWER_TIMEOUT_MS = 10_000; // a write's whole deadline: past it the server is unreachable, not slow

/**
 * A pool whose connections work as one service's role in that service's schema, every wait bounded. A connection lost
 * while idle is logged and replaced.
 */
export function createPool(config: PoolConfig, log: Logger): Pool {
	const pool = new pg.Pool({
		...pooledConnection(config, settingsOf(config)),
		max: config.sizeMax,
		query_timeout: ANSWER_TIMEOUT_MS,
		connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
		idleTimeoutMillis: IDLE_CONNECTION_MS,
		keepAlive: true,
	});
	pool.on("error", (err) => log.warn({ err }, "idle connection lost"));
	// A connection that breaks while it is checked out fails its query; without a listener the event would end the process.
	pool.on("connect", (client) => {
		client.on("error", () => {});
		if (config.prepares === false) neverPrepare(client);
	});
	return pool;
}

/** Whether the database answers. */
export function isReachable(pool: Pool): Promise<boolean> {
	return pool.query("select").then(
		() => true,
		() => false,
	);
}

/** What PostgreSQL is to do on every connection. */
export function settingsOf({
	role = "none",
	schema = "",
}: Pick<PoolConfig, "role" | "schema">) {
	return {
		role,
		search_path: schema || "pg_catalog",
		TimeZone: "UTC",
		DateStyle: "ISO",
		statement_timeout: STATEMENT_TIMEOUT_MS,
		lock_timeout: LOCK_TIMEOUT_MS,
		idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
		// Every statement is prepared and finds its rows by the same index for all values.
		plan_cache_mode: "force_generic_plan",
		// A plan that suits a table of a few rows, and is kept while it grows, reads the whole table for every row.
		enable_seqscan: "off",
		jit: "off",
	};
}
