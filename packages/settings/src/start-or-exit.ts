import type { Logger } from "@supportdesk/logger/logger.ts";

/**
 * Starts a process. A failure to start is logged in one line, and the process ends with status 1.
 *
 * @param process the process to end
 * @param start opens what the process needs, and resolves when it is ready
 */
export async function startOrExit(
	{ exit }: Pick<NodeJS.Process, "exit">,
	log: Logger,
	start: () => Promise<void>,
): Promise<void> {
	try {
		await start();
	} catch (err) {
		log.error({ err }, "not started");
		log.flush();
		exit(1);
	}
}
