import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@supportdesk/logger/logger.ts";

const READY_EVERY_MS = 1_000;
const READY_WITHIN_MS = 2_000; // a database that responds later than this is of no use to a caller

/** Checks every second, one check at a time, and reports every change. The service counts as ready at first. */
export function watchReadiness(
	isReady: () => Promise<boolean>,
	onChange: (ready: boolean) => void,
	log: Logger,
): { stop(): void } {
	let ready = true;
	let isChecking = false;
	let stopped = false;
	const check = async () => {
		if (isChecking) return;
		isChecking = true;
		const isNowReady = await Promise.race([
			isReady(),
			sleep(READY_WITHIN_MS, false, { ref: false }),
		]);
		isChecking = false;
		if (stopped || isNowReady === ready) return;
		ready = isNowReady;
		log.warn({ ready }, "readiness changed");
		onChange(ready);
	};
	const timer = setInterval(check, READY_EVERY_MS).unref();
	return {
		stop() {
			stopped = true;
			clearInterval(timer);
		},
	};
}
