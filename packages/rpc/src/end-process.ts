/**
 * Ends a process when its parts have stopped, and with status 1 when that takes too long. It does not wait until nothing
 * is left to do: when the database is away, graphile-worker tries up to a hundred times, for minutes, to note how its jobs ended, and
 * stopping its workers leaves those timers.
 *
 * @param stop stops the parts and flushes their logs
 * @param msMax how long that may take
 * @param onTimeout called before the process ends with status 1
 */
export async function endProcess(
	process: Pick<NodeJS.Process, "exit">,
	stop: () => Promise<void>,
	msMax: number,
	onTimeout: () => void,
): Promise<void> {
	setTimeout(() => {
		onTimeout();
		process.exit(1);
	}, msMax).unref();
	await stop();
	process.exit(0);
}
