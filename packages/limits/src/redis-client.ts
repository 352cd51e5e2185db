import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

// Fast enough that the limiter recovers within a second of Redis, slow enough not to flood a starting server.
const RECONNECT_DELAY_MS = 250;

export type RedisClient = ReturnType<typeof connectToRedis>;

/** A client that connects in the background, and again whenever the connection is lost. */
export function connectToRedis(url: string) {
	// Loaded only where there is a Redis: its 500 modules take a tenth of a second of a start.
	const { createClient } = load(
		"@redis/client",
	) as typeof import("@redis/client");
	const client = createClient({
		url,
		// The fallback decides at once; a request does not wait for a connection.
		disableOfflineQueue: true,
		// ReplyWatch detects late replies; the client's own timeout only covers the wait to be written.
		commandOptions: { timeout: undefined },
		socket: { reconnectStrategy: RECONNECT_DELAY_MS, connectTimeout: 1000 },
	});
	// Without a listener an error event ends the process. Every failure also rejects a command, where it is handled.
	client.on("error", () => {});
	client.connect().catch(() => {});
	return client;
}
