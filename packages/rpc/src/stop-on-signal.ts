import type { Logger } from "@supportdesk/logger/logger.ts";
import { endProcess } from "./end-process.ts";

// A pod has 35 s. What still waits then, for a database that is unavailable, can be repeated by other processes.
const STOP_MS_MAX = 25_000;

/**
 * Ends a process at the first signal to stop: after `stop`, and with status 1 when that takes too long.
 *
 * @param process the one to end
 * @param stop drains the server, then closes what its calls need
 * @param msMax how long that may take
 */
export function stopOnSignal(
	process: Pick<NodeJS.Process, "on" | "exit">,
	log: Logger,
	stop: () => Promise<void>,
	msMax = STOP_MS_MAX,
): void {
	let isStopping = false;
	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, async () => {
			if (isStopping) return;
			isStopping = true;
			log.info({ signal }, "stopping");
			const stopAll = async () => {
				await stop();
				log.flush();
			};
			await endProcess(process, stopAll, msMax, () => {
				log.warn("stopped waiting for the end");
				log.flush();
			});
		});
	}
}
