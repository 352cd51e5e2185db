import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isReachable, type Pool } from "@supportdesk/pg/pool.ts";
import type { Health } from "./http/health.ts";

// Probes of several replicas of a load balancer must not become a load themselves.
const ANSWER_KEPT_MS = 1_000;

export interface Readiness extends Health {
	/** From now on not ready; every answer asks its client to connect elsewhere. Resolves after the delay. */
	drain(server: Server, delayMs: number): Promise<void>;
}

/** Ready while the database answers and nobody has asked the gateway to stop. */
export function createReadiness(db: Pool, now: () => number): Readiness {
	let draining = false;
	let answer: Promise<boolean> = Promise.resolve(false);
	let askedMs = Number.NEGATIVE_INFINITY;
	return {
		async isReady() {
			if (draining) return false;
			if (now() - askedMs >= ANSWER_KEPT_MS) {
				askedMs = now();
				answer = isReachable(db);
			}
			return answer;
		},
		async drain(server, delayMs) {
			draining = true;
			server.prependListener("request", (_req, res: ServerResponse) => {
				res.setHeader("Connection", "close");
			});
			await sleep(delayMs);
		},
	};
}
