import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Metrics } from "../metrics.ts";
import type { SearchEngine } from "./search-engine.ts";

/** After a failure the server is left alone for as long: searches would all wait for it in turn. */
const REST_MS = 5_000;

/**
 * Searches on the server, and in memory while the server does not answer. Writing waits for the server: the job that
 * writes is repeated until it confirms.
 */
export function withFallback(
	server: SearchEngine,
	embedded: SearchEngine,
	metrics: Metrics,
	log: Logger,
	nowMs: () => number,
): SearchEngine {
	let restUntil = 0;
	return {
		...server,
		async find(workspaceId, question) {
			if (nowMs() >= restUntil) {
				try {
					return await server.find(workspaceId, question);
				} catch (err) {
					restUntil = nowMs() + REST_MS;
					log.warn({ err }, "search server away, searching in memory");
				}
			}
			metrics.countEngineFallback();
			return embedded.find(workspaceId, question);
		},
	};
}
