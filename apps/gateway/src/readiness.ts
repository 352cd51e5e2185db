import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isReachable, type Pool } from "@supportdesk/pg/pool.ts";
import type { Health } from "./http/health.ts";

// Frequent probes of several load balancers must not load the database.
const CACHE_MS = 1_000;

export interface Readiness extends Health {
	/** Reports not ready from now on, and closes each connection after its response. Resolves after the delay. */
	drain(server: Server, delayMs: number): Promise<void>;
}

/** Ready while the database is reachable and the gateway is not draining. */
export function createReadiness(db: Pool, now: () => number): Readiness {
	let draining = false;
	let reachable: Promise<boolean> = Promise.resolve(false);
	let checkedAtMs = Number.NEGATIVE_INFINITY;
	return {
		async isReady() {
			if (draining) return false;
			if (now() - checkedAtMs >= CACHE_MS) {
				checkedAtMs = now();
				reachable = isReachable(db);
			}
			return reachable;
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
