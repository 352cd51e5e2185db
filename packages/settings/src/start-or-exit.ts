import type { Logger } from "@supportdesk/logger/logger.ts";

/**
 * Starts a process. What keeps it from starting is said in one line of its log, and the process ends with status 1.
 *
 * @param process the one to end
 * @param start opens what the process needs, and resolves when it does its work
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
