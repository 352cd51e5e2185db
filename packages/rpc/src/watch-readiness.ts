import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@supportdesk/logger/logger.ts";

const CHECK_EVERY_MS = 1_000;
const CHECK_READY_EVERY_MS = 5_000; // calls notice a database that is lost by themselves
const READY_WITHIN_MS = 2_000; // a database that responds later than this is of no use to a caller

/**
 * Checks every five seconds, and every second while the service is not ready, one check at a time, and reports every
 * change. The service counts as ready at first.
 */
export function watchReadiness(
	isReady: () => Promise<boolean>,
	onChange: (ready: boolean) => void,
	log: Logger,
): { stop(): void } {
	let ready = true;
	let stopped = false;
	let timer: NodeJS.Timeout;
	const checkLater = () => {
		const waitMs = ready ? CHECK_READY_EVERY_MS : CHECK_EVERY_MS;
		timer = setTimeout(check, waitMs).unref();
	};
	const check = async () => {
		const isNowReady = await Promise.race([
			isReady(),
			sleep(READY_WITHIN_MS, false, { ref: false }),
		]);
		if (stopped) return;
		if (isNowReady !== ready) {
			ready = isNowReady;
			log.warn({ ready }, "readiness changed");
			onChange(ready);
		}
		checkLater();
	};
	checkLater();
	return {
		stop() {
			stopped = true;
			clearTimeout(timer);
		},
	};
}
