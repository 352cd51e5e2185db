import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@supportdesk/logger/logger.ts";

const READY_EVERY_MS = 1_000;
const READY_WITHIN_MS = 2_000; // a database that answers later than this is of no use to a caller

/** Asks every second, one question at a time, and tells of every change. It was ready to begin with. */
export function watchReadiness(
	isReady: () => Promise<boolean>,
	onChange: (ready: boolean) => void,
	log: Logger,
): { stop(): void } {
	let ready = true;
	let asking = false;
	let stopped = false;
	const ask = async () => {
		if (asking) return;
		asking = true;
		const answer = await Promise.race([
			isReady(),
			sleep(READY_WITHIN_MS, false, { ref: false }),
		]);
		asking = false;
		if (stopped || answer === ready) return;
		ready = answer;
		log.warn({ ready }, "readiness changed");
		onChange(ready);
	};
	const timer = setInterval(ask, READY_EVERY_MS).unref();
	return {
		stop() {
			stopped = true;
			clearInterval(timer);
		},
	};
}
